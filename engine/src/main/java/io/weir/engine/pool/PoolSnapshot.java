package io.weir.engine.pool;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * All that one look at a MachinePool and what belongs to it showed.
 *
 * @param desired {@code spec.replicas}; 1 where the default was never stored
 * @param externallyScaled whether {@code cluster.x-k8s.io/replicas-managed-by} is in force
 * @param deleting whether the pool is being deleted
 * @param version {@code spec.template.spec.version}
 * @param minReadySeconds how long a Node must be Ready to be available
 * @param before what the status said
 * @param bootstrap the first-boot data
 * @param infrastructure the infrastructure pool
 * @param workload the Nodes of the workload cluster
 * @param now the time of the look
 */
public record PoolSnapshot(
    int desired,
    boolean externallyScaled,
    boolean deleting,
    Optional<String> version,
    int minReadySeconds,
    Before before,
    Bootstrap bootstrap,
    Infrastructure infrastructure,
    Workload workload,
    Instant now) {

  /**
   * What spec and status said before, as far as it lasts.
   *
   * @param nodeRefs {@code status.nodeRefs}
   * @param providerIds {@code spec.providerIDList}
   */
  public record Before(
      boolean bootstrapped,
      boolean provisioned,
      OptionalInt replicas,
      OptionalInt ready,
      OptionalInt available,
      OptionalInt upToDate,
      List<NodeRef> nodeRefs,
      List<String> providerIds) {
    public Before {
      nodeRefs = List.copyOf(nodeRefs);
      providerIds = List.copyOf(providerIds);
    }
  }

  /** A Node as {@code status.nodeRefs} names it. */
  public record NodeRef(String name, String uid) {}

  /** The first-boot data of the pool. */
  public sealed interface Bootstrap {
    /** It exists under this name; empty where the cloud needs none. */
    record Ready(String secretName) implements Bootstrap {}

    /** It is still to come. */
    record Waiting(String because) implements Bootstrap {}

    /** What the pool refers to does not exist. */
    record Missing(String what) implements Bootstrap {}
  }

  /** The infrastructure pool. */
  public sealed interface Infrastructure {
    /**
     * It exists.
     *
     * @param ready whether the provider calls it ready
     * @param providerIds its members, in the provider's order
     * @param replicas what the provider counts; empty if it does not say
     * @param message why it is not ready, in the provider's words; may be empty
     */
    record Present(boolean ready, List<String> providerIds, OptionalInt replicas, String message)
        implements Infrastructure {
      public Present {
        providerIds = List.copyOf(providerIds);
      }
    }

    /** What the pool refers to does not exist. */
    record Missing(String what) implements Infrastructure {}
  }

  /** The Nodes of the workload cluster. */
  public sealed interface Workload {
    /** The Nodes that the members and the former nodeRefs name; others may be left out. */
    record Known(List<Node> nodes) implements Workload {
      public Known {
        nodes = List.copyOf(nodes);
      }
    }

    /** They can't be seen now. */
    record Unreachable(String because) implements Workload {}
  }

  /**
   * A Node.
   *
   * @param providerId empty until the cloud's controller has set it
   * @param readySince since when its Ready condition is True; empty while it is not
   */
  public record Node(
      String name,
      String uid,
      String providerId,
      Optional<Instant> readySince,
      String kubeletVersion) {

    boolean ready() {
      return readySince.isPresent();
    }
  }
}
