package io.weir.sandbox.cloud;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.kernel.KubeCluster;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A simulated cloud in a sandbox, whose instances are machines. Safe for concurrent use. */
public interface RunningCloud extends AutoCloseable {
  /** What stands for a controller of others. */
  interface Controller extends AutoCloseable {
    @Override
    void close();
  }

  /** Which it is. */
  SandboxCloud cloud();

  /** The simulator, with its journal, its faults, its instances and what it saves. */
  SimulatedCloud simulator();

  /** Which machine stands for which instance, for the cluster's cloud controller. */
  CloudInventory inventory();

  /** Whether a provider ID is one of this cloud's, were it gone. */
  boolean owns(String providerId);

  /** What runs, for a person. */
  String description();

  /** What the manager is told, such as {@code aws.endpoint}. */
  Map<String, String> managerSettings();

  /**
   * The environment of the manager: the simulated account, and nothing of a real one that this
   * machine may know.
   *
   * @param directory the manager's
   */
  default Map<String, String> managerEnvironment(Path directory) {
    return Map.of();
  }

  /** Knows the tokens by which this cloud lets into its clusters; empty if it gives out none. */
  default Optional<TokenAuthenticator> tokenAuthenticator() {
    return Optional.empty();
  }

  /** Makes what manifests name in the cloud; the Secrets that they need for it. */
  default List<ObjectNode> provide(Manifests manifests) {
    return List.of();
  }

  /**
   * Starts what stands for controllers of others that act on this cloud.
   *
   * @param listener about what something is told, and what; must not block
   */
  default List<Controller> startControllers(KubeCluster kube, BiConsumer<String, String> listener) {
    return List.of();
  }

  /** Starts what pools cannot be made without: operators of others in the management cluster. */
  default List<Controller> startOperators(KubeCluster kube) {
    return List.of();
  }

  @Override
  void close();
}
