package io.weir.sandbox.life;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the {@link Stage}: started for the first that asks, one for the whole JVM. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnStage.Extension.class)
@interface OnStage {

  final class Extension implements ParameterResolver, AfterAllCallback {
    @Override
    public void afterAll(ExtensionContext context) throws IOException {
      Stage stage =
          context
              .getRoot()
              .getStore(ExtensionContext.Namespace.create(Stage.class))
              .get(Stage.class, Stage.class);
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
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(Stage.class))
          .computeIfAbsent(Stage.class, _ -> Stage.open(), Stage.class);
    }
  }
}
