package io.weir.provider.gcp.api;

/**
 * Types and reasons of the conditions of a GCPManagedMachinePool, which are those of Cluster API's
 * own provider.
 */
public final class GkeConditions {

  /** Whether there is a node pool and nothing in it has failed. */
  public static final String POOL_READY = "GKEMachinePoolReady";

  /** Whether GKE is creating the node pool. */
  public static final String POOL_CREATING = "GKEMachinePoolCreating";

  /** Whether GKE is changing the node pool. */
  public static final String POOL_UPDATING = "GKEMachinePoolUpdating";

  /** Whether GKE is deleting the node pool. */
  public static final String POOL_DELETING = "GKEMachinePoolDeleting";

  /** Reason: the objects or the control plane of the cluster are not there yet. */
  public static final String WAITING_FOR_CONTROL_PLANE = "WaitingForGKEControlPlane";

  /** Reason: the node pool was created. */
  public static final String CREATED = "GKEMachinePoolCreated";

  /** Reason: the node pool is not being changed. */
  public static final String UPDATED = "GKEMachinePoolUpdated";

  /** Reason: GKE tells of a failure. */
  public static final String FAILED = "GKEMachinePoolError";

  /** Reason: people must do something. */
  public static final String RECONCILIATION_FAILED = "GKEMachinePoolReconciliationFailed";

  private GkeConditions() {}
}
