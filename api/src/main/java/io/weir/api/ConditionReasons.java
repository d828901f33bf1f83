package io.weir.api;

/**
 * Reasons of the conditions in {@link ConditionTypes}. Those of v1beta2 conditions come in pairs or
 * threes, for True, False and Unknown; a v1beta1 condition has a reason only while it is not True.
 */
public final class ConditionReasons {

  // v1beta2, for every kind.

  /** Ready is True. */
  public static final String READY = "Ready";

  /** Ready is False. */
  public static final String NOT_READY = "NotReady";

  /** Ready is Unknown. */
  public static final String READY_UNKNOWN = "ReadyUnknown";

  /** Available is True, or what the condition speaks of is there. */
  public static final String AVAILABLE = "Available";

  /** Available is False, or what the condition speaks of is not there. */
  public static final String NOT_AVAILABLE = "NotAvailable";

  /** Everything is made from the template as it is now. */
  public static final String UP_TO_DATE = "UpToDate";

  /** Something is made from an older template. */
  public static final String NOT_UP_TO_DATE = "NotUpToDate";

  /** Paused is True. */
  public static final String PAUSED = "Paused";

  /** Paused is False. */
  public static final String NOT_PAUSED = "NotPaused";

  /** There are fewer machines than asked for. */
  public static final String SCALING_UP = "ScalingUp";

  /** There are enough machines. */
  public static final String NOT_SCALING_UP = "NotScalingUp";

  /** There are more machines than asked for. */
  public static final String SCALING_DOWN = "ScalingDown";

  /** There are not too many machines. */
  public static final String NOT_SCALING_DOWN = "NotScalingDown";

  /** Machines are being replaced because the template changed. */
  public static final String ROLLING_OUT = "RollingOut";

  /** No machine is being replaced for the template. */
  public static final String NOT_ROLLING_OUT = "NotRollingOut";

  /** No broken machine is being replaced. */
  public static final String NOT_REMEDIATING = "NotRemediating";

  /** The object is being removed. */
  public static final String DELETING = "Deleting";

  /** The object is not being removed. */
  public static final String NOT_DELETING = "NotDeleting";

  /** There are no machines to speak of. */
  public static final String NO_REPLICAS = "NoReplicas";

  /** An object that is referred to does not exist. */
  public static final String OBJECT_DOES_NOT_EXIST = "ObjectDoesNotExist";

  /** An object that is referred to was removed after it had been there. */
  public static final String OBJECT_DELETED = "ObjectDeleted";

  /** The workload cluster can't be reached. */
  public static final String CONNECTION_DOWN = "ConnectionDown";

  // v1beta2 of Cluster.

  /** RemoteConnectionProbe is True. */
  public static final String PROBE_SUCCEEDED = "ProbeSucceeded";

  /** RemoteConnectionProbe is False. */
  public static final String PROBE_FAILED = "ProbeFailed";

  /** ControlPlaneInitialized is True, for ever. */
  public static final String INITIALIZED = "Initialized";

  /** ControlPlaneInitialized is False. */
  public static final String NOT_INITIALIZED = "NotInitialized";

  /** Deleting: machines that belong to the cluster must go first. */
  public static final String WAITING_FOR_WORKERS_DELETION = "WaitingForWorkersDeletion";

  // v1beta1 of an attached Cluster: why its API server cannot be used.

  /** The first answer is awaited; Warning. */
  public static final String CONNECTING = "Connecting";

  /** There is no Secret with its kubeconfig; Warning. */
  public static final String KUBECONFIG_MISSING = "KubeconfigMissing";

  /** Its kubeconfig may not be used; Warning. */
  public static final String KUBECONFIG_REFUSED = "KubeconfigRefused";

  /** The API server does not accept the account, or does not let it do what is needed; Warning. */
  public static final String UNAUTHORIZED = "Unauthorized";

  /** The API server answers requests, and a watch that is needed fails; Warning. */
  public static final String WATCH_FAILED = "WatchFailed";

  /** The API server does not answer; Warning. */
  public static final String UNREACHABLE = "Unreachable";

  // v1beta1 of MachinePool.

  /** BootstrapReady: the Secret with the bootstrap data is not there; Info. */
  public static final String WAITING_FOR_DATA_SECRET = "WaitingForDataSecret";

  /** InfrastructureReady: the infrastructure pool is not ready; Info. */
  public static final String WAITING_FOR_INFRASTRUCTURE = "WaitingForInfrastructure";

  /** InfrastructureReady, BootstrapReady: the reference leads nowhere; Error. */
  public static final String INCORRECT_EXTERNAL_REF = "IncorrectExternalRef";

  /** ReplicasReady: fewer nodes are ready than there are replicas; Info. */
  public static final String WAITING_FOR_REPLICAS_READY = "WaitingForReplicasReady";

  /** DrainingSucceeded: machines leave; Info. */
  public static final String DRAINING = "Draining";

  // v1beta1 of KubeadmConfig, EKSConfig, NodeadmConfig and GKEConfig.

  /** DataSecretAvailable: the cluster's infrastructure is not ready; Info. */
  public static final String WAITING_FOR_CLUSTER_INFRASTRUCTURE = "WaitingForClusterInfrastructure";

  /** DataSecretAvailable: no API server answers yet; Info. */
  public static final String WAITING_FOR_CONTROL_PLANE_AVAILABLE =
      "WaitingForControlPlaneAvailable";

  /** DataSecretAvailable of EKSConfig, NodeadmConfig and GKEConfig: no API server yet; Info. */
  public static final String WAITING_FOR_CONTROL_PLANE_INITIALIZATION =
      "WaitingForControlPlaneInitialization";

  /** DataSecretAvailable: rendering failed; Warning. */
  public static final String DATA_SECRET_GENERATION_FAILED = "DataSecretGenerationFailed";

  /** CertificatesAvailable: certificates are missing and could not be made; Warning. */
  public static final String CERTIFICATES_GENERATION_FAILED = "CertificatesGenerationFailed";

  private ConditionReasons() {}
}
