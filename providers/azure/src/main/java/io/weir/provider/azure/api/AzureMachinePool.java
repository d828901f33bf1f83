package io.weir.provider.azure.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.EmptyIfNull;
import io.weir.api.conditions.Condition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool of virtual machines: one scale set.
 *
 * @param spec what was asked for; as the schema's defaults have it when the object has none
 * @param status how far it came; empty before the first report
 */
public record AzureMachinePool(Spec spec, Status status) {

  public AzureMachinePool {
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Status.EMPTY : status;
  }

  /**
   * What was asked for.
   *
   * @param location region of the scale set; empty only when the object has no spec
   * @param template what each machine is made from
   * @param additionalTags further tags; they override the cluster's
   * @param providerID ID of the scale set, {@code azure://} before it; written by the controller
   * @param providerIDList identities of the machines, written by the controller
   * @param identity identity of the machines: {@code None}, {@code SystemAssigned} or {@code
   *     UserAssigned}; absent means None
   * @param userAssignedIdentities identities for {@code UserAssigned}
   * @param systemAssignedIdentityRole role that is given to the identity of {@code SystemAssigned}
   * @param roleAssignmentName where the name of that role's assignment stood before; moved by
   *     admission
   * @param strategy how machines are replaced and chosen for deletion
   * @param orchestrationMode {@code Uniform} or {@code Flexible}
   * @param platformFaultDomainCount fault domains that machines are spread over; absent means
   *     Azure's default, and 1 for Flexible
   * @param zoneBalance whether zones must be filled evenly; absent leaves it to Azure
   */
  public record Spec(
      String location,
      AzureMachineTemplate template,
      Map<String, String> additionalTags,
      @Nullable String providerID,
      List<String> providerIDList,
      @Nullable String identity,
      List<UserAssignedIdentity> userAssignedIdentities,
      @Nullable SystemAssignedIdentityRole systemAssignedIdentityRole,
      @Nullable String roleAssignmentName,
      Strategy strategy,
      String orchestrationMode,
      @Nullable Integer platformFaultDomainCount,
      @Nullable Boolean zoneBalance) {

    /** Nothing asked for but what the schema sets by default. */
    public static final Spec EMPTY =
        new Spec(
            "",
            AzureMachineTemplate.EMPTY,
            Map.of(),
            null,
            List.of(),
            null,
            List.of(),
            null,
            null,
            Strategy.EMPTY,
            UNIFORM,
            null,
            null);

    public Spec {
      additionalTags = EmptyIfNull.map(additionalTags);
      providerIDList = EmptyIfNull.list(providerIDList);
      userAssignedIdentities = EmptyIfNull.list(userAssignedIdentities);
      strategy = strategy == null ? Strategy.EMPTY : strategy;
      orchestrationMode = orchestrationMode == null ? UNIFORM : orchestrationMode;
    }

    /** Whether machines are virtual machines of their own rather than instances of the set. */
    public boolean isFlexible() {
      return orchestrationMode.equals(FLEXIBLE);
    }
  }

  /** Orchestration mode in which machines are instances of the scale set, with numbers. */
  public static final String UNIFORM = "Uniform";

  /** Orchestration mode in which machines are virtual machines of their own. */
  public static final String FLEXIBLE = "Flexible";

  /**
   * An identity that machines have.
   *
   * @param providerID its resource ID, with or without {@code azure://} before it
   */
  public record UserAssignedIdentity(String providerID) {}

  /**
   * Role that is given to the identity of {@code SystemAssigned}.
   *
   * @param name name of the assignment, a GUID
   * @param scope resource ID of what the role is for
   * @param definitionID resource ID of the role
   */
  public record SystemAssignedIdentityRole(
      @Nullable String name, @Nullable String scope, @Nullable String definitionID) {

    /** None of it set. */
    public static final SystemAssignedIdentityRole EMPTY =
        new SystemAssignedIdentityRole(null, null, null);

    private static final String CONTRIBUTOR = "b24988ac-6180-42a0-ab88-20f7382dd24c";

    /**
     * This one with what is meant where nothing is said: Contributor, for the whole subscription.
     * Admission does not fill these in, because the subscription is the cluster's.
     *
     * @param subscription that of the cluster
     */
    public SystemAssignedIdentityRole withDefaults(String subscription) {
      String whole = "/subscriptions/" + subscription + "/";
      return new SystemAssignedIdentityRole(
          name,
          scope == null || scope.isEmpty() ? whole : scope,
          definitionID == null || definitionID.isEmpty()
              ? whole + "providers/Microsoft.Authorization/roleDefinitions/" + CONTRIBUTOR
              : definitionID);
    }
  }

  /**
   * How machines are replaced and chosen for deletion.
   *
   * @param type {@code RollingUpdate}, the only one
   * @param rollingUpdate bounds and order; absent means one more, none missing, in any order
   */
  public record Strategy(@Nullable String type, @Nullable RollingUpdate rollingUpdate) {

    /** None of it set. */
    public static final Strategy EMPTY = new Strategy(null, null);
  }

  /**
   * Bounds and order of a replacement.
   *
   * @param maxSurge machines over the size meanwhile: a number, or a percentage that is rounded up;
   *     absent means 1
   * @param maxUnavailable machines that may be missing meanwhile: a number, or a percentage that is
   *     rounded down; absent means 0
   * @param deletePolicy who goes first: {@code Random}, {@code Newest} or {@code Oldest}
   */
  public record RollingUpdate(
      @Nullable JsonNode maxSurge,
      @Nullable JsonNode maxUnavailable,
      @Nullable String deletePolicy) {}

  /**
   * How far the pool came.
   *
   * @param ready whether the scale set is there: the contract's signal to core
   * @param replicas machines whose nodes are ready, or that are in the scale set, as the reporter
   *     counts
   * @param instances not written: AzureMachinePoolMachines tell it
   * @param image image in use, also when it was chosen by version
   * @param version not written
   * @param provisioningState state of the scale set as Azure names it, or {@code Updating} while
   *     the size is another than asked for
   * @param failureReason word for a failure that was taken as final
   * @param failureMessage the same for people
   * @param conditions what is true of the pool now
   * @param longRunningOperationStates operations of Azure that another implementation waited for
   * @param infrastructureMachineKind kind of the objects for single machines; absent when there are
   *     none
   * @param lastReconciledReplicas size at the last complete pass
   */
  public record Status(
      boolean ready,
      @Nullable Integer replicas,
      List<Instance> instances,
      @Nullable AzureImage image,
      @Nullable String version,
      @Nullable String provisioningState,
      @Nullable String failureReason,
      @Nullable String failureMessage,
      List<Condition.V1Beta1> conditions,
      List<OperationState> longRunningOperationStates,
      @Nullable String infrastructureMachineKind,
      @Nullable Integer lastReconciledReplicas) {

    /** None of it set. */
    public static final Status EMPTY =
        new Status(
            false, null, List.of(), null, null, null, null, null, List.of(), List.of(), null, null);

    public Status {
      instances = EmptyIfNull.list(instances);
      conditions = EmptyIfNull.list(conditions);
      longRunningOperationStates = EmptyIfNull.list(longRunningOperationStates);
    }
  }

  /**
   * A machine of the pool, as older implementations listed it.
   *
   * @param version kubelet version of its node
   * @param provisioningState state as Azure names it
   * @param providerID its identity
   * @param instanceID number in the scale set
   * @param instanceName name of the virtual machine
   * @param latestModelApplied whether it is made from the scale set as it is
   */
  public record Instance(
      @Nullable String version,
      @Nullable String provisioningState,
      @Nullable String providerID,
      @Nullable String instanceID,
      @Nullable String instanceName,
      boolean latestModelApplied) {}
}
