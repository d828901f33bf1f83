package io.weir.sandbox.life;

import java.io.IOException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the {@link Stage} for the first test that asks, one for the whole JVM. */
final class StageExtension implements ParameterResolver, AfterAllCallback {

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    Stage stage = store(context).get(Stage.class, Stage.class);
    if (stage != null) {
      stage.assertNoRightWasMissing();
      stage.assertNoTokenWasTold();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Stage.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return store(context).computeIfAbsent(Stage.class, _ -> Stage.open(), Stage.class);
  }

  private static Store store(ExtensionContext context) {
    return context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(Stage.class));
  }
}
