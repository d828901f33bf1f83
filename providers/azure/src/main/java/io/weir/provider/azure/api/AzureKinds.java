package io.weir.provider.azure.api;

import io.weir.api.GroupKind;

/** The Azure kinds that Weir knows. */
public final class AzureKinds {

  /** API group of all of them. */
  public static final String GROUP = "infrastructure.cluster.x-k8s.io";

  public static final GroupKind MACHINE_POOL = new GroupKind(GROUP, "AzureMachinePool");
  public static final GroupKind MACHINE_POOL_MACHINE =
      new GroupKind(GROUP, "AzureMachinePoolMachine");
  public static final GroupKind CLUSTER = new GroupKind(GROUP, "AzureCluster");
  public static final GroupKind CLUSTER_IDENTITY = new GroupKind(GROUP, "AzureClusterIdentity");

  public static final GroupKind ASO_MANAGED_MACHINE_POOL =
      new GroupKind(GROUP, "AzureASOManagedMachinePool");
  public static final GroupKind ASO_MANAGED_MACHINE_POOL_TEMPLATE =
      new GroupKind(GROUP, "AzureASOManagedMachinePoolTemplate");
  public static final GroupKind MANAGED_MACHINE_POOL =
      new GroupKind(GROUP, "AzureManagedMachinePool");
  public static final GroupKind MANAGED_MACHINE_POOL_TEMPLATE =
      new GroupKind(GROUP, "AzureManagedMachinePoolTemplate");
  public static final GroupKind MANAGED_CLUSTER = new GroupKind(GROUP, "AzureManagedCluster");
  public static final GroupKind MANAGED_CONTROL_PLANE =
      new GroupKind(GROUP, "AzureManagedControlPlane");

  private AzureKinds() {}
}
