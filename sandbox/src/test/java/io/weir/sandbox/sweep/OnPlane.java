package io.weir.sandbox.sweep;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the {@link Plane} and what an {@link Unbroken} life leaves on it, on AWS or where
 * {@link LivedOn} says: made for the first that asks, one of each for the whole JVM.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnPlane.Extension.class)
@interface OnPlane {

  final class Extension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      Class<?> type = parameter.getParameter().getType();
      return type == Plane.class || type == Unbroken.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      var store = context.getRoot().getStore(ExtensionContext.Namespace.create(Plane.class));
      Plane plane = store.computeIfAbsent(Plane.class, _ -> open(), Plane.class);
      if (parameter.getParameter().getType() == Plane.class) {
        return plane;
      }
      Terrain terrain =
          parameter.findAnnotation(LivedOn.class).map(LivedOn::value).orElse(Terrain.AWS);
      return store.computeIfAbsent(terrain, it -> Unbroken.of(plane, it), Unbroken.class);
    }

    private static Plane open() {
      try {
        return Plane.open();
      } catch (IOException failure) {
        throw new IllegalStateException(failure);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(stopped);
      }
    }
  }
}
