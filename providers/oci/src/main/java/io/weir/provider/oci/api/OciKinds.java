package io.weir.provider.oci.api;

import io.weir.api.GroupKind;

/** Kinds, finalizers and names that only the Oracle Cloud kinds know; all wire format. */
public final class OciKinds {
  private static final String GROUP = "infrastructure.cluster.x-k8s.io";

  /** The cloud's short name. */
  public static final String CLOUD = "oci";

  /** A node pool of OKE. */
  public static final GroupKind MANAGED_MACHINE_POOL =
      new GroupKind(GROUP, "OCIManagedMachinePool");

  /** An instance pool. */
  public static final GroupKind MACHINE_POOL = new GroupKind(GROUP, "OCIMachinePool");

  /** One member of a pool. */
  public static final GroupKind MACHINE_POOL_MACHINE =
      new GroupKind(GROUP, "OCIMachinePoolMachine");

  /** The Oracle Cloud side of a cluster that manages its own control plane. */
  public static final GroupKind CLUSTER = new GroupKind(GROUP, "OCICluster");

  /** The Oracle Cloud side of an OKE cluster. */
  public static final GroupKind MANAGED_CLUSTER = new GroupKind(GROUP, "OCIManagedCluster");

  /** An OKE cluster. */
  public static final GroupKind MANAGED_CONTROL_PLANE =
      new GroupKind(GROUP, "OCIManagedControlPlane");

  /** Credentials, and who may use them. */
  public static final GroupKind CLUSTER_IDENTITY = new GroupKind(GROUP, "OCIClusterIdentity");

  /** Keeps an OCIManagedMachinePool until its node pool is gone. */
  public static final String MANAGED_MACHINE_POOL_FINALIZER =
      "ocimanagedmachinepool.infrastructure.cluster.x-k8s.io";

  /** Keeps an OCIMachinePool until its instance pool is gone. */
  public static final String MACHINE_POOL_FINALIZER =
      "ocimachinepool.infrastructure.cluster.x-k8s.io";

  /** Keeps an OCIMachinePoolMachine until its instance is gone. */
  public static final String MACHINE_FINALIZER =
      "ocimachinepoolmachine.infrastructure.cluster.x-k8s.io";

  private OciKinds() {}
}
