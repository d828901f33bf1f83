package io.weir.provider.gcp.api;

import io.weir.api.GroupKind;

/** Kinds, finalizers and labels of the Google Cloud kinds; all are wire format. */
public final class GcpConstants {
  private static final String GROUP = "infrastructure.cluster.x-k8s.io";

  /** The cloud's short name. */
  public static final String CLOUD = "gcp";

  /** The pool kind. */
  public static final GroupKind MACHINE_POOL = new GroupKind(GROUP, "GCPMachinePool");

  /** The kind that names project, region, network and credentials. */
  public static final GroupKind CLUSTER = new GroupKind(GROUP, "GCPCluster");

  /** A node pool of GKE. */
  public static final GroupKind MANAGED_MACHINE_POOL =
      new GroupKind(GROUP, "GCPManagedMachinePool");

  /** A GKE cluster. */
  public static final GroupKind MANAGED_CONTROL_PLANE =
      new GroupKind(GROUP, "GCPManagedControlPlane");

  /** The Google Cloud side of a GKE cluster. */
  public static final GroupKind MANAGED_CLUSTER = new GroupKind(GROUP, "GCPManagedCluster");

  /** Keeps a GCPManagedMachinePool until its node pool is gone. */
  public static final String MANAGED_POOL_FINALIZER =
      "gcpmanagedmachinepool.infrastructure.cluster.x-k8s.io";

  /** Keeps a GCPMachinePool until its managed instance group is gone. */
  public static final String POOL_FINALIZER = "gcpmachinepool.infrastructure.cluster.x-k8s.io";

  /** Label of virtual machines: prefix; the name of their Cluster follows. */
  public static final String CLUSTER_LABEL_PREFIX = "capg-cluster-";

  /** Value of the label above. */
  public static final String OWNED = "owned";

  /** Label of virtual machines: {@code node} or {@code control-plane}. */
  public static final String ROLE_LABEL = "capg-role";

  /** Label of virtual machines: digest of what they were made from. */
  public static final String HASH_LABEL = "capg-config-hash";

  /** Label of a MachinePool whose machines are of the control plane. */
  public static final String CONTROL_PLANE_LABEL = "cluster.x-k8s.io/control-plane";

  /**
   * Annotation of a GCPMachinePool: the autoscaler of Compute Engine that was seen to size its
   * group. Written and read by Weir, which then sizes the group no more.
   */
  public static final String AUTOSCALER = "weir.io/gcp-autoscaler";

  /** Metadata key under which virtual machines find their bootstrap data. */
  public static final String USER_DATA = "user-data";

  private GcpConstants() {}
}
