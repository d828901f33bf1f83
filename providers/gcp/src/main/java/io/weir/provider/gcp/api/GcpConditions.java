package io.weir.provider.gcp.api;

/** Types and reasons of the conditions of a GCPMachinePool. */
public final class GcpConditions {

  /** Whether the pool works; a summary of the others. */
  public static final String READY = "Ready";

  /** Whether there is an instance template as the pool asks for it. */
  public static final String TEMPLATE_READY = "InstanceTemplateReady";

  /** Whether there is a managed instance group and nothing in it has failed. */
  public static final String GROUP_READY = "ManagedInstanceGroupReady";

  /** Whether all machines are made from what the pool asks for. */
  public static final String INSTANCES_UP_TO_DATE = "InstancesUpToDate";

  /** Reason: it is as it should be. */
  public static final String AVAILABLE = "Available";

  /** Reason of upstream: a write of the template has failed. */
  public static final String TEMPLATE_FAILED = "InstanceTemplateReconcileFailed";

  /** Reason of upstream: a write of the group has failed, or machines of it have. */
  public static final String GROUP_FAILED = "ManagedInstanceGroupProvisionFailed";

  /** Reason of upstream: the group is being deleted. */
  public static final String GROUP_DELETING = "ManagedInstanceGroupDeletionInProgress";

  /** Reason: it is being made. */
  public static final String CREATING = "Creating";

  /** Reason: the cloud object is not this pool's. */
  public static final String NOT_OWNED = "NotOwned";

  /** Reason: some machines are made from an older template. */
  public static final String INSTANCES_OUTDATED = "InstancesOutdated";

  /** Reason: machines are being replaced. */
  public static final String ROLLING_OUT = "RollingOut";

  /** Reason: new machines do not become available. */
  public static final String ROLLOUT_STALLED = "RolloutStalled";

  private GcpConditions() {}
}
