package io.weir.sandbox.lifecycle;

import java.io.IOException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the {@link TestSandbox} for the first test that asks, one for the whole JVM. */
final class TestSandboxExtension implements ParameterResolver, AfterAllCallback {

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    TestSandbox testSandbox = store(context).get(TestSandbox.class, TestSandbox.class);
    if (testSandbox != null) {
      testSandbox.assertNoRightWasMissing();
      testSandbox.assertNoTokenLeaked();
      testSandbox.assertNothingBroken();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestSandbox.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return store(context)
        .computeIfAbsent(TestSandbox.class, _ -> TestSandbox.start(), TestSandbox.class);
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(TestSandbox.class));
  }
}
