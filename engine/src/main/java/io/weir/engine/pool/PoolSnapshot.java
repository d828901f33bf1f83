package io.weir.engine.pool;

import io.weir.engine.pool.Counts.VersionCount;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * All that one look at a MachinePool and what belongs to it showed.
 *
 * @param desired {@code spec.replicas}; 1 where the default was never stored
 * @param externallyScaled whether {@code cluster.x-k8s.io/replicas-managed-by} is in force
 * @param deleting whether the pool is being deleted
 * @param waitsFor what its deletion waits for, in one sentence; empty for nothing, or for a pool
 *     that stays
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
    String waitsFor,
    Optional<String> version,
    int minReadySeconds,
    Before before,
    Bootstrap bootstrap,
    Infrastructure infrastructure,
    Workload workload,
    Instant now) {

  /** What is wrong with an object that is not there, and the remedy. */
  public static final String ABSENT = "does not exist: create it, or name another";

  /**
   * What spec and status said before, as far as it lasts.
   *
   * @param versions {@code status.versions}
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
      List<VersionCount> versions,
      List<NodeRef> nodeRefs,
      List<String> providerIds) {
    public Before {
      versions = List.copyOf(versions);
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

    /**
     * What the pool refers to can't be used at all.
     *
     * @param what the object, by kind and name
     * @param problem what is wrong with it, to be read after its name
     */
    record Missing(String what, String problem) implements Bootstrap {

      /** It does not exist. */
      public Missing(String what) {
        this(what, ABSENT);
      }
    }
  }

  /** The infrastructure pool. */
  public sealed interface Infrastructure {
    /**
     * It exists.
     *
     * @param ready whether the provider calls it ready
     * @param providerIds its members, in the provider's order
     * @param replicas what the provider counts; empty if it does not say
     * @param message why it is not ready, or, if it is, why it keeps another size than asked for;
     *     in the provider's words, may be empty
     * @param rollout how far its members are replaced, while not all are up to date
     */
    record Present(
        boolean ready,
        List<String> providerIds,
        OptionalInt replicas,
        String message,
        Optional<Rollout> rollout)
        implements Infrastructure {
      public Present {
        providerIds = List.copyOf(providerIds);
      }

      /** With all members up to date. */
      public Present(
          boolean ready, List<String> providerIds, OptionalInt replicas, String message) {
        this(ready, providerIds, replicas, message, Optional.empty());
      }

      /**
       * The members, as far as the list can be relied on: where it names fewer than the provider
       * counts, nobody whom it named before is taken for gone.
       *
       * @param before whom it named before
       */
      public List<String> members(List<String> before) {
        if (!halfTold()) {
          return providerIds;
        }
        var all = new LinkedHashSet<>(before);
        all.addAll(providerIds);
        return List.copyOf(all);
      }

      /** A list that is empty without a count beside it says nothing either. */
      boolean halfTold() {
        return providerIds.size() < replicas.orElse(providerIds.isEmpty() ? 1 : 0);
      }
    }

    /**
     * What the pool refers to can't be used at all.
     *
     * @param what the object, by kind and name
     * @param problem what is wrong with it, to be read after its name
     */
    record Missing(String what, String problem) implements Infrastructure {

      /** It does not exist. */
      public Missing(String what) {
        this(what, ABSENT);
      }
    }
  }

  /**
   * Members that are not made from the newest template.
   *
   * @param upToDate how many are
   * @param message how their replacement goes, in the provider's words; may be empty
   */
  public record Rollout(int upToDate, String message) {}

  /** The rollout that the provider tells of. */
  public Optional<Rollout> rollout() {
    return infrastructure instanceof Infrastructure.Present present
        ? present.rollout()
        : Optional.empty();
  }

  /** The Nodes of the workload cluster. */
  public sealed interface Workload {
    /** The Nodes that the members and the former nodeRefs name; others may be left out. */
    record Known(List<Node> nodes) implements Workload {
      public Known {
        nodes = List.copyOf(nodes);
      }
    }

    /**
     * They can't be seen now.
     *
     * @param because in one sentence; empty while it is too early to speak of trouble
     */
    record Unreachable(String because) implements Workload {}

    /**
     * The Cluster that the pool names does not exist.
     *
     * @param what its kind and name
     */
    record Absent(String what) implements Workload {}
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
