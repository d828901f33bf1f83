package io.weir.engine.pool;

import io.weir.engine.pool.Counts.VersionCount;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

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
     * @param leaving those of them that are on their way out: still there, but not counted; none if
     *     it does not say
     * @param replicas what the provider counts; empty if it does not say
     * @param upToDate how many members are made from the newest template; empty while all are, or
     *     if it does not say
     * @param words what it says of itself
     */
    record Present(
        boolean ready,
        List<String> providerIds,
        Set<String> leaving,
        OptionalInt replicas,
        OptionalInt upToDate,
        Words words)
        implements Infrastructure {
      public Present {
        providerIds = List.copyOf(providerIds);
        leaving =
            providerIds.stream().filter(leaving::contains).collect(Collectors.toUnmodifiableSet());
      }

      /** With all members up to date, none on its way out and nothing to say. */
      public Present(boolean ready, List<String> providerIds, OptionalInt replicas) {
        this(ready, providerIds, Set.of(), replicas, OptionalInt.empty(), Words.NONE);
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
     * What an infrastructure pool says of itself, in the provider's words.
     *
     * @param hindrance why it is not ready or, if it is, why it can't go on; empty if all is well
     * @param size why it keeps to another size than it was asked for; may be empty
     * @param update how the replacement of its members goes, while not all are up to date; may be
     *     empty
     */
    record Words(Optional<Hindrance> hindrance, String size, String update) {

      /** All is well. */
      public static final Words NONE = new Words(Optional.empty(), "", "");

      /** Nothing but what is in the way. */
      public static Words of(Hindrance hindrance) {
        return new Words(Optional.of(hindrance), "", "");
      }
    }

    /**
     * What is in the way of an infrastructure pool.
     *
     * @param severity as conditions of v1beta1 have it; empty where the provider gives none
     * @param reason CamelCase; empty where the provider gives none
     * @param message names the object; never empty
     */
    record Hindrance(String severity, String reason, String message) {

      /** Whether it is more than a thing that comes by itself. */
      boolean serious() {
        return severity.equals("Error") || severity.equals("Warning");
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

  /** What the infrastructure pool says of itself; nothing where there is none. */
  Infrastructure.Words words() {
    return infrastructure instanceof Infrastructure.Present present
        ? present.words()
        : Infrastructure.Words.NONE;
  }

  /** The members that are on their way out. */
  Set<String> leaving() {
    return infrastructure instanceof Infrastructure.Present present ? present.leaving() : Set.of();
  }

  /** How many members are made from the newest template, while the provider tells of others. */
  OptionalInt ofNewestTemplate() {
    return infrastructure instanceof Infrastructure.Present present
        ? present.upToDate()
        : OptionalInt.empty();
  }

  /** The Nodes of the workload cluster. */
  public sealed interface Workload {
    /**
     * They are seen.
     *
     * @param nodes those that the members and the former nodeRefs name; others may be left out
     * @param hadNode provider IDs of members for which a Node was seen before, as far as that is
     *     remembered
     * @param unidentified how many Nodes of the cluster have no provider ID, and seem to get none
     */
    record Known(List<Node> nodes, Set<String> hadNode, int unidentified) implements Workload {
      public Known {
        nodes = List.copyOf(nodes);
        hadNode = Set.copyOf(hadNode);
      }

      /** Where every Node has a provider ID, and none went without its machine. */
      public Known(List<Node> nodes) {
        this(nodes, Set.of(), 0);
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
