package io.weir.provider.azure.api;

import io.weir.api.ConditionTypes;

/**
 * Types and reasons of the conditions of the Azure kinds, in the style of contract v1beta1. Written
 * by this provider; core mirrors {@code Ready}, people and tools read the others.
 */
public final class AzureConditions {

  // Severities.

  public static final String ERROR = "Error";
  public static final String WARNING = "Warning";
  public static final String INFO = "Info";

  // Types of an AzureMachinePool.

  /**
   * Summary of the others; also of an AzureMachinePoolMachine. A pool that merely grows, shrinks or
   * takes another model stays ready.
   */
  public static final String READY = "Ready";

  /** Azure has accepted the scale set as asked for. The name is older than the meaning. */
  public static final String BOOTSTRAP_SUCCEEDED = "BootstrapSucceeded";

  /** The scale set is there, and neither it nor an instance has failed. */
  public static final String SCALE_SET_RUNNING = "ScaleSetRunning";

  /** The scale set's model is as asked for. */
  public static final String SCALE_SET_MODEL_UPDATED = "ScaleSetModelUpdated";

  /** The scale set has as many machines as asked for. */
  public static final String SCALE_SET_DESIRED_REPLICAS = "ScaleSetDesiredReplicas";

  /** All machines are made from the scale set's model as it is now; of Weir alone. */
  public static final String INSTANCES_UP_TO_DATE = ConditionTypes.INSTANCES_UP_TO_DATE;

  // Types of an AzureManagedMachinePool, beside Ready and InstancesUpToDate.

  /** Says the same as Ready. */
  public static final String AGENT_POOLS_READY = "AgentPoolsReady";

  // Reasons of BootstrapSucceeded; of both kinds. Of pools of AKS, those of Ready.

  /** The scale set, or the machine, is being made or changed; Info. */
  public static final String CREATING = "Creating";

  /** Azure did not accept it; Error. */
  public static final String FAILED = "Failed";

  /** It is being deleted; Info. */
  public static final String DELETING = "Deleting";

  /** It is gone; Info. */
  public static final String DELETED = "Deleted";

  /** Deleting it failed; Error. */
  public static final String DELETION_FAILED = "DeletionFailed";

  /** Also of ScaleSetRunning: the scale set is not the pool's; Error, or Info while deleting. */
  public static final String NOT_OWNED = "NotOwned";

  // Reasons of ScaleSetRunning.

  /** The scale set is being made; Info. */
  public static final String SCALE_SET_CREATING = "ScaleSetCreating";

  /** The scale set is being deleted; Info. */
  public static final String SCALE_SET_DELETING = "ScaleSetDeleting";

  /** Azure calls the scale set or some of its instances failed; Warning. */
  public static final String SCALE_SET_PROVISION_FAILED = "ScaleSetProvisionFailed";

  // Reasons of the others of an AzureMachinePool.

  /** ScaleSetModelUpdated: a change of the model follows; Info. Azure refuses it; Error. */
  public static final String SCALE_SET_MODEL_OUT_OF_DATE = "ScaleSetModelOutOfDate";

  /** ScaleSetModelUpdated: Azure fixed it when it made the scale set; Error. Of Weir alone. */
  public static final String FIXED_SETTINGS_DIFFER = "FixedSettingsDiffer";

  /**
   * ScaleSetDesiredReplicas: machines are added; Info. Some are stopped; Warning. Azure refuses
   * more; Error.
   */
  public static final String SCALE_SET_SCALING_UP = "ScaleSetScalingUp";

  /** ScaleSetDesiredReplicas: machines are removed; Info. Azure refuses that; Error. */
  public static final String SCALE_SET_SCALING_DOWN = "ScaleSetScalingDown";

  // Reasons of InstancesUpToDate.

  /**
   * Weir replaces machines; Info. Also of ScaleSetDesiredReplicas: there are more meanwhile; Info.
   */
  public static final String ROLLING_OUT = "RollingOut";

  /** Weir replaces machines, and new ones do not become available; Warning. */
  public static final String ROLLOUT_STALLED = "RolloutStalled";

  /** Some machines are not made from what is asked for, and nothing replaces them yet; Info. */
  public static final String INSTANCES_OUTDATED = "InstancesOutdated";

  // Types of an AzureMachinePoolMachine.

  /** The machine runs, as far as Azure tells. */
  public static final String VM_RUNNING = "VMRunning";

  /** Its Node is there and Ready. */
  public static final String NODE_HEALTHY = "NodeHealthy";

  // Reasons of VMRunning, beside Creating, Deleting and Failed.

  /** Somebody has stopped it; Warning. Of Weir alone. */
  public static final String VM_STOPPED = "Stopped";

  // Reasons of NodeHealthy.

  /** It has no Node yet, or no more; Info. */
  public static final String WAITING_FOR_NODE_REF = "WaitingForNodeRef";

  /** Its Node is not Ready; Warning. */
  public static final String NODE_CONDITIONS_FAILED = "NodeConditionsFailed";

  private AzureConditions() {}
}
