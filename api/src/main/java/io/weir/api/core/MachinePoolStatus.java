package io.weir.api.core;

import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a pool came. Counts are absent until they were first counted, which is not the same as 0.
 *
 * @param replicas instances that the infrastructure pool reports
 * @param readyReplicas machines that can take work
 * @param availableReplicas machines that were ready for minReadySeconds
 * @param upToDateReplicas machines made from the template as it is now
 * @param nodeRefs nodes of the pool, in the order of spec.providerIDList
 * @param phase one word for people, and for tools that judge health by it
 * @param initialization milestones that were reached once
 * @param conditions what is true of the pool now
 * @param versions kubelet versions in the pool, ascending
 * @param observedGeneration generation that this status speaks of
 * @param deprecated what readers of v1beta1 still look at
 */
public record MachinePoolStatus(
    @Nullable Integer replicas,
    @Nullable Integer readyReplicas,
    @Nullable Integer availableReplicas,
    @Nullable Integer upToDateReplicas,
    List<NodeReference> nodeRefs,
    @Nullable String phase,
    Initialization initialization,
    List<Condition.V1Beta2> conditions,
    List<VersionCount> versions,
    @Nullable Long observedGeneration,
    DeprecatedStatus deprecated) {

  /** None of it set. */
  public static final MachinePoolStatus EMPTY =
      new MachinePoolStatus(
          null,
          null,
          null,
          null,
          List.of(),
          null,
          Initialization.EMPTY,
          List.of(),
          List.of(),
          null,
          DeprecatedStatus.EMPTY);

  public MachinePoolStatus {
    nodeRefs = EmptyIfNull.list(nodeRefs);
    initialization = initialization == null ? Initialization.EMPTY : initialization;
    conditions = EmptyIfNull.list(conditions);
    versions = EmptyIfNull.list(versions);
    deprecated = deprecated == null ? DeprecatedStatus.EMPTY : deprecated;
  }

  /**
   * Names a Node of the workload cluster.
   *
   * @param apiVersion always {@code v1}
   * @param kind always {@code Node}
   * @param name metadata.name
   * @param uid metadata.uid: a node of the same name but another uid is another node
   */
  public record NodeReference(
      @Nullable String apiVersion,
      @Nullable String kind,
      @Nullable String name,
      @Nullable String uid) {}

  /**
   * Milestones; absent is not the same as false when it is written back.
   *
   * @param bootstrapDataSecretCreated the bootstrap data was rendered
   * @param infrastructureProvisioned the infrastructure pool reported ready
   */
  public record Initialization(
      @Nullable Boolean bootstrapDataSecretCreated, @Nullable Boolean infrastructureProvisioned) {

    /** None of it set. */
    public static final Initialization EMPTY = new Initialization(null, null);
  }

  /**
   * How many nodes run a version.
   *
   * @param version kubelet version
   * @param replicas nodes that run it; absent counts as none
   */
  public record VersionCount(String version, @Nullable Integer replicas) {}

  /**
   * What readers of v1beta1 still look at.
   *
   * @param v1beta1 the fields in their old shape
   */
  public record DeprecatedStatus(V1Beta1 v1beta1) {

    /** None of it set. */
    public static final DeprecatedStatus EMPTY = new DeprecatedStatus(V1Beta1.EMPTY);

    public DeprecatedStatus {
      v1beta1 = v1beta1 == null ? V1Beta1.EMPTY : v1beta1;
    }
  }

  /**
   * The status of v1beta1, where its shape differs.
   *
   * @param conditions conditions with severities
   * @param failureReason word for a failure that was taken as final
   * @param failureMessage the same for people
   * @param readyReplicas nodes that are Ready
   * @param availableReplicas nodes that were Ready for minReadySeconds
   * @param unavailableReplicas replicas less the available ones
   */
  public record V1Beta1(
      List<Condition.V1Beta1> conditions,
      @Nullable String failureReason,
      @Nullable String failureMessage,
      int readyReplicas,
      int availableReplicas,
      int unavailableReplicas) {

    /** None of it set. */
    public static final V1Beta1 EMPTY = new V1Beta1(List.of(), null, null, 0, 0, 0);

    public V1Beta1 {
      conditions = EmptyIfNull.list(conditions);
    }
  }
}
