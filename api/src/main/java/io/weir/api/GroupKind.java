package io.weir.api;

/**
 * Group and kind of an API object, without a version: what references of the Cluster API contract
 * carry.
 *
 * @param group API group; empty for the core group
 * @param kind kind, in CamelCase
 */
public record GroupKind(String group, String kind) implements Comparable<GroupKind> {

  public static final GroupKind CLUSTER = new GroupKind("cluster.x-k8s.io", "Cluster");
  public static final GroupKind MACHINE_POOL = new GroupKind("cluster.x-k8s.io", "MachinePool");
  public static final GroupKind MACHINE = new GroupKind("cluster.x-k8s.io", "Machine");
  public static final GroupKind MACHINE_SET = new GroupKind("cluster.x-k8s.io", "MachineSet");
  public static final GroupKind MACHINE_DEPLOYMENT =
      new GroupKind("cluster.x-k8s.io", "MachineDeployment");
  public static final GroupKind MACHINE_HEALTH_CHECK =
      new GroupKind("cluster.x-k8s.io", "MachineHealthCheck");

  /** How Pods of some machines are drained. */
  public static final GroupKind MACHINE_DRAIN_RULE =
      new GroupKind("cluster.x-k8s.io", "MachineDrainRule");

  public static final GroupKind KUBEADM_CONFIG =
      new GroupKind("bootstrap.cluster.x-k8s.io", "KubeadmConfig");

  /** Bootstrap data for Amazon Linux 2 in an EKS cluster. */
  public static final GroupKind EKS_CONFIG = new GroupKind(KUBEADM_CONFIG.group(), "EKSConfig");

  /** Bootstrap data for Amazon Linux 2023 in an EKS cluster. */
  public static final GroupKind NODEADM_CONFIG =
      new GroupKind(KUBEADM_CONFIG.group(), "NodeadmConfig");

  /** Bootstrap data for node pools of GKE, which is empty. */
  public static final GroupKind GKE_CONFIG = new GroupKind(KUBEADM_CONFIG.group(), "GKEConfig");

  public static final GroupKind SECRET = new GroupKind("", "Secret");
  public static final GroupKind CUSTOM_RESOURCE_DEFINITION =
      new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition");

  /** The group of an {@code apiVersion} such as {@code cluster.x-k8s.io/v1beta2} or {@code v1}. */
  public static String groupOf(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  @Override
  public int compareTo(GroupKind other) {
    int byGroup = group.compareTo(other.group);
    return byGroup != 0 ? byGroup : kind.compareTo(other.kind);
  }

  @Override
  public String toString() {
    return group.isEmpty() ? kind : kind + "." + group;
  }
}
