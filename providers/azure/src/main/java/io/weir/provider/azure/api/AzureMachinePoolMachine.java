package io.weir.provider.azure.api;

import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One machine of an AzureMachinePool. It is made for a machine that is there; making one makes no
 * machine.
 *
 * @param spec which machine
 * @param status how it is
 */
public record AzureMachinePoolMachine(Spec spec, Status status) {

  public AzureMachinePoolMachine {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * Which machine.
   *
   * @param providerID its identity, which never changes; empty only when the object has no spec
   * @param instanceID its number in a Uniform scale set, its name in a Flexible one
   */
  public record Spec(String providerID, @Nullable String instanceID) {

    /** None of it set. */
    public static final Spec EMPTY = new Spec("", null);
  }

  /**
   * How it is.
   *
   * @param nodeRef its node
   * @param version kubelet version of the node
   * @param provisioningState state as Azure names it
   * @param instanceName name of the virtual machine
   * @param failureReason word for a failure that was taken as final
   * @param failureMessage the same for people
   * @param conditions what is true of it now
   * @param longRunningOperationStates operations of Azure that another implementation waited for
   * @param latestModelApplied whether it is made from the scale set as it is
   * @param ready whether its node is ready
   */
  public record Status(
      @Nullable NodeReference nodeRef,
      @Nullable String version,
      @Nullable String provisioningState,
      @Nullable String instanceName,
      @Nullable String failureReason,
      @Nullable String failureMessage,
      List<Condition.V1Beta1> conditions,
      List<OperationState> longRunningOperationStates,
      boolean latestModelApplied,
      boolean ready) {

    /** None of it set. */
    public static final Status EMPTY =
        new Status(null, null, null, null, null, null, List.of(), List.of(), false, false);

    public Status {
      conditions = EmptyIfNull.list(conditions);
      longRunningOperationStates = EmptyIfNull.list(longRunningOperationStates);
    }
  }

  /**
   * A node.
   *
   * @param name its name
   * @param uid its UID
   */
  public record NodeReference(@Nullable String name, @Nullable String uid) {}
}
