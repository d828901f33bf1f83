package io.weir.api.core;

import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One machine of a cluster: of somebody's own, or one of a pool.
 *
 * @param spec what was asked for
 * @param status how far it came; empty before the first report
 */
public record Machine(Spec spec, Status status) {

  public Machine {
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param clusterName cluster of the same namespace that the machine joins; never changes
   * @param bootstrap where the bootstrap data comes from; of a pool's machine, the pool's
   * @param infrastructureRef the infrastructure machine
   * @param version Kubernetes version, {@code v} and a semantic version
   * @param providerID cloud identity of the instance, once it is known
   * @param failureDomain zone that was asked for
   * @param minReadySeconds seconds that it must be ready to count as available; absent means 0
   * @param deletion how long the steps of its removal may take
   * @param readinessGates further conditions that must hold for it to be ready
   */
  public record Spec(
      String clusterName,
      MachinePool.Bootstrap bootstrap,
      ContractReference infrastructureRef,
      @Nullable String version,
      @Nullable String providerID,
      @Nullable String failureDomain,
      @Nullable Integer minReadySeconds,
      MachinePool.Deletion deletion,
      List<ReadinessGate> readinessGates) {

    public Spec {
      bootstrap = bootstrap == null ? MachinePool.Bootstrap.EMPTY : bootstrap;
      deletion = deletion == null ? MachinePool.Deletion.EMPTY : deletion;
      readinessGates = EmptyIfNull.list(readinessGates);
    }
  }

  /**
   * A condition that must hold.
   *
   * @param conditionType its type
   * @param polarity {@code Negative} if it is good when False; absent as {@code Positive}
   */
  public record ReadinessGate(String conditionType, @Nullable String polarity) {}

  /**
   * How far a machine came.
   *
   * @param nodeRef its Node; absent until there is one
   * @param nodeInfo what the Node reports of itself
   * @param addresses of the machine
   * @param failureDomain zone that it is in
   * @param phase one word for people
   * @param lastUpdated RFC 3339 time at which the phase last changed
   * @param initialization milestones that were reached once
   * @param deletion when the steps of its removal began
   * @param conditions what is true of the machine now
   * @param observedGeneration generation that this status speaks of
   */
  public record Status(
      @Nullable NodeReference nodeRef,
      @Nullable NodeInfo nodeInfo,
      List<Address> addresses,
      @Nullable String failureDomain,
      @Nullable String phase,
      @Nullable String lastUpdated,
      MachinePoolStatus.Initialization initialization,
      DeletionTimes deletion,
      List<Condition.V1Beta2> conditions,
      @Nullable Long observedGeneration) {

    /** None of it set. */
    public static final Status EMPTY =
        new Status(
            null,
            null,
            List.of(),
            null,
            null,
            null,
            MachinePoolStatus.Initialization.EMPTY,
            DeletionTimes.EMPTY,
            List.of(),
            null);

    public Status {
      addresses = EmptyIfNull.list(addresses);
      initialization =
          initialization == null ? MachinePoolStatus.Initialization.EMPTY : initialization;
      deletion = deletion == null ? DeletionTimes.EMPTY : deletion;
      conditions = EmptyIfNull.list(conditions);
    }
  }

  /**
   * Names a Node of the workload cluster.
   *
   * @param name metadata.name
   */
  public record NodeReference(String name) {}

  /**
   * What a Node reports of itself, as far as it is told.
   *
   * @param kubeletVersion version of the kubelet
   */
  public record NodeInfo(String kubeletVersion) {}

  /**
   * An address.
   *
   * @param type such as {@code InternalIP}
   * @param address the address
   */
  public record Address(String type, String address) {}

  /**
   * RFC 3339 times at which steps of a removal began; absent until then.
   *
   * @param nodeDrainStartTime of the drain
   * @param waitForNodeVolumeDetachStartTime of the wait for volumes
   * @param waitForPreDrainHookStartTime of the wait for those who hold it before the drain
   * @param waitForPreTerminateHookStartTime of the wait for those who hold it before its instance
   *     ends
   */
  public record DeletionTimes(
      @Nullable String nodeDrainStartTime,
      @Nullable String waitForNodeVolumeDetachStartTime,
      @Nullable String waitForPreDrainHookStartTime,
      @Nullable String waitForPreTerminateHookStartTime) {

    /** None of it set. */
    public static final DeletionTimes EMPTY = new DeletionTimes(null, null, null, null);
  }
}
