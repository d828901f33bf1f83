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
 * Gives tests the {@link SharedApiServer} and a {@link LifecycleBaseline} of it, on AWS or on the
 * cloud that {@link BaselineOn} names: made for the first that asks, one of each for the whole JVM.
 * They have it one after another.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(WithSharedApiServer.Extension.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(SharedApiServer.LOCK)
@interface WithSharedApiServer {

  final class Extension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      Class<?> type = parameter.getParameter().getType();
      return type == SharedApiServer.class || type == LifecycleBaseline.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      var store =
          context.getStore(
              StoreScope.LAUNCHER_SESSION,
              ExtensionContext.Namespace.create(SharedApiServer.class));
      SharedApiServer sharedApiServer =
          store.computeIfAbsent(SharedApiServer.class, _ -> open(), SharedApiServer.class);
      if (parameter.getParameter().getType() == SharedApiServer.class) {
        return sharedApiServer;
      }
      TestCloudType testCloudType =
          parameter
              .findAnnotation(BaselineOn.class)
              .map(BaselineOn::value)
              .orElse(TestCloudType.AWS);
      return sharedApiServer.unbroken(testCloudType);
    }

    private static SharedApiServer open() {
      try {
        return SharedApiServer.start();
      } catch (IOException failure) {
        throw new IllegalStateException(failure);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(stopped);
      }
    }
  }
}
