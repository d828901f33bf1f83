package io.weir.provider.aws.api;

import io.weir.api.ConditionTypes;

/**
 * Types and reasons of the conditions of AWS pools, in the style of contract v1beta1. Written by
 * this provider; core mirrors {@code Ready}, people and tools read the others.
 */
public final class AwsConditions {

  // Severities.

  public static final String ERROR = "Error";
  public static final String WARNING = "Warning";
  public static final String INFO = "Info";

  // Types.

  /** Summary of the others. */
  public static final String READY = "Ready";

  /** The Auto Scaling group is as asked for. */
  public static final String ASG_READY = "ASGReady";

  /** The launch template is as asked for. */
  public static final String LAUNCH_TEMPLATE_READY = "LaunchTemplateReady";

  /** What had to follow a change of the template was done. */
  public static final String POST_LAUNCH_TEMPLATE_UPDATE =
      "PostLaunchTemplateUpdateOperationSuccess";

  /** The lifecycle hooks are as asked for. */
  public static final String LIFECYCLE_HOOK_READY = "LifecycleHookReady";

  /** All instances are made from the launch template as it is now; of Weir alone. */
  public static final String INSTANCES_UP_TO_DATE = ConditionTypes.INSTANCES_UP_TO_DATE;

  /** MachinePool spec.replicas lies within the group's bounds. */
  public static final String REPLICAS_IN_RANGE = ConditionTypes.REPLICAS_IN_RANGE;

  /** The cluster may use the identity that it names; on the cluster's object upstream. */
  public static final String PRINCIPAL_USAGE_ALLOWED = "PrincipalUsageAllowed";

  /** The EKS node group is there and healthy. */
  public static final String EKS_NODEGROUP_READY = "EKSNodegroupReady";

  /** The IAM role of the nodes is as asked for. */
  public static final String IAM_NODEGROUP_ROLES_READY = "IAMNodegroupRolesReady";

  /** The node group is as asked for, fields that only its creation sets included; of Weir alone. */
  public static final String SPEC_APPLIED = "SpecApplied";

  // Reasons of EKSNodegroupReady.

  /** The control plane is not ready; Info. */
  public static final String WAITING_FOR_EKS_CONTROL_PLANE = "WaitingForEKSControlPlane";

  /** Making or changing the node group failed, or EKS reports problems with it. */
  public static final String EKS_NODEGROUP_RECONCILIATION_FAILED =
      "EKSNodegroupReconciliationFailed";

  /** EKS makes the node group; Info. */
  public static final String CREATING = "Creating";

  /** It is being deleted; Info. */
  public static final String DELETING = "Deleting";

  /** Deleting it failed; Error. */
  public static final String DELETING_FAILED = "DeletingFailed";

  /** Making or changing the role failed; Error. */
  public static final String IAM_NODEGROUP_ROLES_RECONCILIATION_FAILED =
      "IAMNodegroupRolesReconciliationFailed";

  // Reasons of ASGReady.

  /** There is no group; Unknown. */
  public static final String ASG_NOT_FOUND = "ASGNotFound";

  /** Making or changing the group failed; Error. */
  public static final String ASG_PROVISION_FAILED = "ASGProvisionFailed";

  /** The group is being deleted; Warning. */
  public static final String ASG_DELETION_IN_PROGRESS = "ASGDeletionInProgress";

  /** Deleting the group failed; Error. */
  public static final String ASG_DELETION_FAILED = "ASGDeletionFailed";

  /** Group or template are not the pool's; Error, or Info while the pool is being deleted. */
  public static final String NOT_OWNED = "NotOwned";

  /** Instances that should be there are not; Warning. */
  public static final String INSTANCES_FAIL_TO_LAUNCH = "InstancesFailToLaunch";

  /** The cluster's infrastructure is not ready; Info. */
  public static final String WAITING_FOR_CLUSTER_INFRASTRUCTURE = "WaitingForClusterInfrastructure";

  /** The bootstrap data is not rendered yet; Info. Of InstancesUpToDate: for the new version. */
  public static final String WAITING_FOR_BOOTSTRAP_DATA = "WaitingForBootstrapData";

  // Reasons of LaunchTemplateReady.

  /** There is no template; Unknown. */
  public static final String LAUNCH_TEMPLATE_NOT_FOUND = "LaunchTemplateNotFound";

  /** Making the template failed; Error. */
  public static final String LAUNCH_TEMPLATE_CREATE_FAILED = "LaunchTemplateCreateFailed";

  /** Looking at or changing the template failed; Error. */
  public static final String LAUNCH_TEMPLATE_RECONCILE_FAILED = "LaunchTemplateReconcileFailed";

  /** Deleting the template failed; Error. */
  public static final String LAUNCH_TEMPLATE_DELETION_FAILED = "LaunchTemplateDeletionFailed";

  /** Nitro Enclaves were asked for in a zone that has none; Error. */
  public static final String NITRO_ENCLAVE_EDGE_ZONE_UNSUPPORTED =
      "NitroEnclaveEdgeZoneUnsupported";

  // Reasons of InstancesUpToDate.

  /** A refresh is to be started; Info. */
  public static final String REFRESH_OWED = "InstanceRefreshOwed";

  /** A refresh runs; Info. */
  public static final String REFRESH_IN_PROGRESS = "InstanceRefreshInProgress";

  /** A refresh failed, and is tried again or not; Warning or Error. */
  public static final String REFRESH_FAILED = "InstanceRefreshFailed";

  /** People cancelled the refresh; Warning. */
  public static final String REFRESH_CANCELLED = "InstanceRefreshCancelled";

  /** The pool says that none is to be started; Info. */
  public static final String REFRESH_DISABLED = "InstanceRefreshDisabled";

  /** A process that a refresh needs is switched off; Warning. */
  public static final String REFRESH_SUSPENDED = "InstanceRefreshSuspended";

  /** InstancesUpToDate: Weir replaces instances itself. */
  public static final String ROLLING_OUT = "RollingOut";

  /** InstancesUpToDate: Weir replaces instances itself, and new ones do not become available. */
  public static final String ROLLOUT_STALLED = "RolloutStalled";

  // Reasons of the others.

  /** The group is kept within its bounds; Warning. */
  public static final String REPLICAS_CLAMPED = "ReplicasClamped";

  /** What had to follow a change of the template failed; Error. */
  public static final String POST_LAUNCH_TEMPLATE_UPDATE_FAILED =
      "PostLaunchTemplateUpdateOperationFailed";

  /** Making a lifecycle hook failed; Error. */
  public static final String LIFECYCLE_HOOK_CREATION_FAILED = "LifecycleHookCreationFailed";

  /** Changing a lifecycle hook failed; Error. */
  public static final String LIFECYCLE_HOOK_UPDATE_FAILED = "LifecycleHookUpdateFailed";

  /** Removing a lifecycle hook failed; Error. */
  public static final String LIFECYCLE_HOOK_DELETION_FAILED = "LifecycleHookDeletionFailed";

  /** The identity does not allow the cluster's namespace; Error. */
  public static final String PRINCIPAL_USAGE_UNAUTHORIZED = "PrincipalUsageUnauthorized";

  /** Credentials could not be had from the identity; Error. */
  public static final String PRINCIPAL_CREDENTIAL_RETRIEVAL_FAILED =
      "PrincipalCredentialRetrievalFailed";

  private AwsConditions() {}
}
