package io.weir.controlplane.junit;

import io.weir.controlplane.ControlPlane;
import java.io.IOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Fills in the parameters that {@link WithControlPlane} promises. */
public final class ControlPlaneExtension implements ParameterResolver {
  private static final Namespace STORE = Namespace.create(ControlPlaneExtension.class);

  /** For JUnit. */
  public ControlPlaneExtension() {}

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == ControlPlane.class
        || (type == String.class && parameter.isAnnotated(FreshNamespace.class));
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return creating(
        () ->
            parameter.getParameter().getType() == ControlPlane.class
                ? clusters(context).get(clusterOf(parameter))
                : namespace(parameter, context));
  }

  private static String clusterOf(ParameterContext parameter) {
    return parameter
        .findAnnotation(NamedCluster.class)
        .map(NamedCluster::value)
        .orElse(ControlPlane.DEFAULT_NAME);
  }

  private static SharedClusters clusters(ExtensionContext context) {
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, STORE)
        .computeIfAbsent(
            SharedClusters.class, _ -> creating(SharedClusters::start), SharedClusters.class);
  }

  /** In the store of the test or the class, which so deletes the namespace when it ends. */
  private static String namespace(ParameterContext parameter, ExtensionContext context)
      throws IOException, InterruptedException {
    String cluster =
        parameter.findAnnotation(FreshNamespace.class).map(FreshNamespace::cluster).orElseThrow();
    ControlPlane controlPlane = clusters(context).get(cluster);
    return context
        .getStore(STORE)
        .computeIfAbsent(
            parameter.getParameter(),
            _ ->
                creating(
                    () -> new OwnNamespace(controlPlane, controlPlane.createNamespace("test"))),
            OwnNamespace.class)
        .name();
  }

  private static <T> T creating(Creation<T> creation) {
    try {
      return creation.create();
    } catch (IOException e) {
      throw new ParameterResolutionException("no control plane: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ParameterResolutionException("interrupted while a control plane started", e);
    }
  }

  private interface Creation<T> {
    T create() throws IOException, InterruptedException;
  }

  private record OwnNamespace(ControlPlane plane, String name) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      try {
        plane.deleteNamespace(name);
      } catch (InterruptedException _) {
        // The namespace goes with its control plane; only the interruption matters.
        Thread.currentThread().interrupt();
      }
    }
  }
}
