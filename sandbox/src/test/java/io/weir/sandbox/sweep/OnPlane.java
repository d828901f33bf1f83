package io.weir.sandbox.sweep;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives tests the {@link Plane} and what an {@link Unbroken} life leaves on it, on AWS or where
 * {@link LivedOn} says: made for the first that asks, one of each for the whole JVM. They have it
 * one after another.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnPlane.Extension.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(Plane.LOCK)
@interface OnPlane {

  final class Extension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      Class<?> type = parameter.getParameter().getType();
      return type == Plane.class || type == Unbroken.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      var store =
          context.getStore(
              StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.create(Plane.class));
      Plane plane = store.computeIfAbsent(Plane.class, _ -> open(), Plane.class);
      if (parameter.getParameter().getType() == Plane.class) {
        return plane;
      }
      Terrain terrain =
          parameter.findAnnotation(LivedOn.class).map(LivedOn::value).orElse(Terrain.AWS);
      return plane.unbroken(terrain);
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
