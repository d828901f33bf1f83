package io.weir.engine.pool;

import io.weir.engine.pool.ReplicaCounts.KubeletVersionCount;
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
 * @param deletionWaitsFor what its deletion waits for, in one sentence; empty for nothing, or for a
 *     pool that stays
 * @param version {@code spec.template.spec.version}
 * @param minReadySeconds how long a Node must be Ready to be available
 * @param previous what the status said
 * @param bootstrap the bootstrap data
 * @param infrastructure the infrastructure pool
 * @param workload the Nodes of the workload cluster
 * @param now the time of the look
 */
public record PoolSnapshot(
    int desired,
    boolean externallyScaled,
    boolean deleting,
    String deletionWaitsFor,
    Optional<String> version,
    int minReadySeconds,
    PreviousState previous,
    BootstrapState bootstrap,
    InfrastructureState infrastructure,
    WorkloadState workload,
    Instant now) {

  /** What is wrong with an object that is not there, and the remedy. */
  public static final String NOT_FOUND_MESSAGE = "does not exist: create it, or name another";

  /**
   * What spec and status said before, as far as it lasts.
   *
   * @param versions {@code status.versions}
   * @param nodeRefs {@code status.nodeRefs}
   * @param providerIds {@code spec.providerIDList}
   */
  public record PreviousState(
      boolean bootstrapped,
      boolean provisioned,
      OptionalInt replicas,
      OptionalInt ready,
      OptionalInt available,
      OptionalInt upToDate,
      List<KubeletVersionCount> versions,
      List<NodeRef> nodeRefs,
      List<String> providerIds) {
    public PreviousState {
      versions = List.copyOf(versions);
      nodeRefs = List.copyOf(nodeRefs);
      providerIds = List.copyOf(providerIds);
    }
  }

  /** A Node as {@code status.nodeRefs} names it. */
  public record NodeRef(String name, String uid) {}

  /** The bootstrap data of the pool. */
  public sealed interface BootstrapState {
    /** It exists under this name; empty where the cloud needs none. */
    record Ready(String secretName) implements BootstrapState {}

    /** It is still to come. */
    record Waiting(String reason) implements BootstrapState {}

    /**
     * What the pool refers to can't be used at all.
     *
     * @param object the object, by kind and name
     * @param problem what is wrong with it, to be read after its name
     */
    record Missing(String object, String problem) implements BootstrapState {

      /** It does not exist. */
      public Missing(String what) {
        this(what, NOT_FOUND_MESSAGE);
      }
    }
  }

  /** The infrastructure pool. */
  public sealed interface InfrastructureState {
    /**
     * It exists.
     *
     * @param ready whether the provider calls it ready
     * @param providerIds its members, in the provider's order
     * @param terminating those of them that are on their way out: still there, but not counted;
     *     none if it does not say
     * @param replicas what the provider counts; empty if it does not say
     * @param upToDate how many members are made from the newest template; empty while all are, or
     *     if it does not say
     * @param messages what it says of itself
     */
    record Present(
        boolean ready,
        List<String> providerIds,
        Set<String> terminating,
        OptionalInt replicas,
        OptionalInt upToDate,
        ProviderMessages messages)
        implements InfrastructureState {
      public Present {
        providerIds = List.copyOf(providerIds);
        terminating =
            providerIds.stream()
                .filter(terminating::contains)
                .collect(Collectors.toUnmodifiableSet());
      }

      /** With all members up to date, none on its way out and nothing to say. */
      public Present(boolean ready, List<String> providerIds, OptionalInt replicas) {
        this(ready, providerIds, Set.of(), replicas, OptionalInt.empty(), ProviderMessages.NONE);
      }

      /**
       * The members, as far as the list can be relied on: where it names fewer than the provider
       * counts, nobody whom it named before is taken for gone.
       *
       * @param before whom it named before
       */
      public List<String> members(List<String> before) {
        if (!hasIncompleteList()) {
          return providerIds;
        }
        var all = new LinkedHashSet<>(before);
        all.addAll(providerIds);
        return List.copyOf(all);
      }

      /** A list that is empty without a count beside it says nothing either. */
      boolean hasIncompleteList() {
        return providerIds.size() < replicas.orElse(providerIds.isEmpty() ? 1 : 0);
      }
    }

    /**
     * What an infrastructure pool says of itself, in the provider's words.
     *
     * @param problem why it is not ready or, if it is, why it can't go on; empty if all is well
     * @param size why it keeps to another size than it was asked for; may be empty
     * @param update how the replacement of its members goes, while not all are up to date; may be
     *     empty
     * @param leaving which members leave, and what that waits for; may be empty
     */
    record ProviderMessages(
        Optional<InfrastructureProblem> problem, String size, String update, String leaving) {

      /** All is well. */
      public static final ProviderMessages NONE =
          new ProviderMessages(Optional.empty(), "", "", "");

      /** Nothing but what is in the way. */
      public static ProviderMessages of(InfrastructureProblem infrastructureProblem) {
        return new ProviderMessages(Optional.of(infrastructureProblem), "", "", "");
      }
    }

    /**
     * What is in the way of an infrastructure pool.
     *
     * @param severity as conditions of v1beta1 have it; empty where the provider gives none
     * @param reason CamelCase; empty where the provider gives none
     * @param message names the object; never empty
     */
    record InfrastructureProblem(String severity, String reason, String message) {

      /** Whether it is more than a thing that comes by itself. */
      boolean isSerious() {
        return severity.equals("Error") || severity.equals("Warning");
      }
    }

    /**
     * What the pool refers to can't be used at all.
     *
     * @param object the object, by kind and name
     * @param problem what is wrong with it, to be read after its name
     */
    record Missing(String object, String problem) implements InfrastructureState {

      /** It does not exist. */
      public Missing(String what) {
        this(what, NOT_FOUND_MESSAGE);
      }
    }
  }

  /** What the infrastructure pool says of itself; nothing where there is none. */
  InfrastructureState.ProviderMessages providerMessages() {
    return infrastructure instanceof InfrastructureState.Present present
        ? present.messages()
        : InfrastructureState.ProviderMessages.NONE;
  }

  /** The members that are on their way out. */
  Set<String> terminatingProviderIds() {
    return infrastructure instanceof InfrastructureState.Present present
        ? present.terminating()
        : Set.of();
  }

  /** How many members are made from the newest template, while the provider tells of others. */
  OptionalInt upToDateReplicas() {
    return infrastructure instanceof InfrastructureState.Present present
        ? present.upToDate()
        : OptionalInt.empty();
  }

  /** The Nodes of the workload cluster. */
  public sealed interface WorkloadState {
    /**
     * They are seen.
     *
     * @param nodes those that the members and the former nodeRefs name; others may be left out
     * @param providerIdsSeenWithNode provider IDs of members for which a Node was seen before, as
     *     far as that is remembered
     * @param nodesWithoutProviderId how many Nodes of the cluster have no provider ID, and seem to
     *     get none
     * @param keptProviderIds those of the Nodes' provider IDs whose Nodes stay though the pool does
     *     not list them: another pool does, as where an instance was moved to another group; or
     *     another machine of the name has taken the Node over, and the list does not have it yet
     */
    record Reachable(
        List<NodeSnapshot> nodes,
        Set<String> providerIdsSeenWithNode,
        int nodesWithoutProviderId,
        Set<String> keptProviderIds)
        implements WorkloadState {
      public Reachable {
        nodes = List.copyOf(nodes);
        providerIdsSeenWithNode = Set.copyOf(providerIdsSeenWithNode);
        keptProviderIds = Set.copyOf(keptProviderIds);
      }

      /** Where every Node has a provider ID, and none went without its machine. */
      public Reachable(List<NodeSnapshot> nodes) {
        this(nodes, Set.of(), 0, Set.of());
      }
    }

    /**
     * They can't be seen now.
     *
     * @param reason in one sentence; empty while it is too early to speak of trouble
     */
    record Unreachable(String reason) implements WorkloadState {}

    /**
     * The Cluster that the pool names does not exist.
     *
     * @param object its kind and name
     */
    record ClusterMissing(String object) implements WorkloadState {}
  }

  /**
   * A Node.
   *
   * @param providerId empty until the cloud's controller has set it
   * @param readySince since when its Ready condition is True; empty while it is not
   * @param leaving whether it is marked as one whose machine leaves
   */
  public record NodeSnapshot(
      String name,
      String uid,
      String providerId,
      Optional<Instant> readySince,
      String kubeletVersion,
      boolean leaving) {

    /** One that stays. */
    public NodeSnapshot(
        String name,
        String uid,
        String providerId,
        Optional<Instant> readySince,
        String kubeletVersion) {
      this(name, uid, providerId, readySince, kubeletVersion, false);
    }

    boolean isReady() {
      return readySince.isPresent();
    }
  }
}
