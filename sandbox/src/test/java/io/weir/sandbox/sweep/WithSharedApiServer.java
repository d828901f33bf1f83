package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.controlplane.audit.AuditRecord;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
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

  final class Extension implements ParameterResolver, AfterAllCallback {

    /** An API server that has just started refuses everybody until it has listed the roles. */
    private static final Set<Class<?>> RESTARTING = Set.of(OutagesIT.class, RestoreIT.class);

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
      SharedApiServer sharedApiServer =
          store(context).get(SharedApiServer.class, SharedApiServer.class);
      if (sharedApiServer != null) {
        List<AuditRecord> refused = sharedApiServer.takeRefusals();
        if (RESTARTING.contains(context.getRequiredTestClass())) {
          sharedApiServer.listAnew();
        } else {
          assertThat(refused).as("requests for which the shipped rights do not do").isEmpty();
        }
      }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      Class<?> type = parameter.getParameter().getType();
      return type == SharedApiServer.class || type == LifecycleBaseline.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      SharedApiServer sharedApiServer =
          store(context).computeIfAbsent(SharedApiServer.class, _ -> open(), SharedApiServer.class);
      if (parameter.getParameter().getType() == SharedApiServer.class) {
        return sharedApiServer;
      }
      TestCloudType testCloudType =
          parameter
              .findAnnotation(BaselineOn.class)
              .map(BaselineOn::value)
              .orElse(TestCloudType.AWS);
      try {
        return sharedApiServer.unbroken(testCloudType);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(stopped);
      }
    }

    private static Store store(ExtensionContext context) {
      return context.getStore(
          StoreScope.LAUNCHER_SESSION, ExtensionContext.Namespace.create(SharedApiServer.class));
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
