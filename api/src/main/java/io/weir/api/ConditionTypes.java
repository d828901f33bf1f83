package io.weir.api;

/**
 * Types of the conditions of core and bootstrap kinds. The v1beta2 list and the v1beta1 list under
 * {@code status.deprecated.v1beta1} share some of these names; each entry says where it stands.
 */
public final class ConditionTypes {

  /**
   * All is well. v1beta2 and v1beta1 of KubeadmConfig, v1beta1 of MachinePool: a summary of the
   * others there. Written by each kind's controller; the pool controller mirrors that of the
   * objects it refers to.
   */
  public static final String READY = "Ready";

  /** Work on the object is stopped. v1beta2 of every kind; written by its controller. */
  public static final String PAUSED = "Paused";

  // Cluster.

  /** The API server of the cluster answers. Written by core; read before anything is joined. */
  public static final String CONTROL_PLANE_INITIALIZED = "ControlPlaneInitialized";

  /** The API server of the cluster answers now. Written by core, or Weir for attached clusters. */
  public static final String REMOTE_CONNECTION_PROBE = "RemoteConnectionProbe";

  /** v1beta1: the control plane is ready. Written by core, or Weir for attached clusters. */
  public static final String CONTROL_PLANE_READY = "ControlPlaneReady";

  // MachinePool, v1beta2; written by the pool controller.

  /** The infrastructure is ready and enough machines are available. */
  public static final String AVAILABLE = "Available";

  /** The bootstrap data is there: mirrors Ready of the config. */
  public static final String BOOTSTRAP_CONFIG_READY = "BootstrapConfigReady";

  /**
   * The infrastructure pool is ready: mirrors its Ready. Also v1beta1 of MachinePool, under the
   * same name.
   */
  public static final String INFRASTRUCTURE_READY = "InfrastructureReady";

  /** All machines are ready. */
  public static final String MACHINES_READY = "MachinesReady";

  /** All machines are made from the template as it is now. */
  public static final String MACHINES_UP_TO_DATE = "MachinesUpToDate";

  /** Machines are being replaced because the template changed. */
  public static final String ROLLING_OUT = "RollingOut";

  /** There are fewer machines than asked for. */
  public static final String SCALING_UP = "ScalingUp";

  /** There are more machines than asked for. */
  public static final String SCALING_DOWN = "ScalingDown";

  /** Broken machines are being replaced. */
  public static final String REMEDIATING = "Remediating";

  /** The pool is being removed; the message tells what it waits for. */
  public static final String DELETING = "Deleting";

  // Infrastructure pools, v1beta1; written by their providers.

  /**
   * All machines are made from the newest template; Weir's own. The pool controller tells its
   * message on the MachinePool.
   */
  public static final String INSTANCES_UP_TO_DATE = "InstancesUpToDate";

  /**
   * The size that the MachinePool asks for is one that the infrastructure pool allows; Weir's own.
   * The pool controller tells its message on the MachinePool.
   */
  public static final String REPLICAS_IN_RANGE = "ReplicasInRange";

  /**
   * No machine waits for its Pods to leave; False with who leaves and what that waits for, absent
   * while nobody leaves. The pool controller tells its message on the MachinePool.
   */
  public static final String DRAINING_SUCCEEDED = "DrainingSucceeded";

  // MachinePool, v1beta1; written by the pool controller.

  /** The bootstrap data is there. */
  public static final String BOOTSTRAP_READY = "BootstrapReady";

  /** As many nodes are ready as there are replicas. */
  public static final String REPLICAS_READY = "ReplicasReady";

  // KubeadmConfig, v1beta2 and v1beta1; written by the config controller.

  /** The bootstrap data was rendered into its Secret. */
  public static final String DATA_SECRET_AVAILABLE = "DataSecretAvailable";

  /** The certificates that joining needs were found. */
  public static final String CERTIFICATES_AVAILABLE = "CertificatesAvailable";

  private ConditionTypes() {}
}
