package io.weir.provider.aws.api;

import io.weir.api.Digest;
import io.weir.api.GroupKind;
import java.util.regex.Pattern;

/** Kinds, names and keys of EKS; all are wire format. */
public final class EksKeys {

  /** The pool kind. */
  public static final GroupKind POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSManagedMachinePool");

  /** The control plane of its cluster. */
  public static final GroupKind CONTROL_PLANE =
      new GroupKind("controlplane.cluster.x-k8s.io", "AWSManagedControlPlane");

  /** What stands for the network of its cluster. */
  public static final GroupKind INFRASTRUCTURE =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSManagedCluster");

  /** Keeps an AWSManagedMachinePool until nothing of it is left in AWS. */
  public static final String FINALIZER = "awsmanagedmachinepools.infrastructure.cluster.x-k8s.io";

  /** Tag of launch templates: the node group that they are for. Weir's own. */
  public static final String NODEGROUP_TAG = "weir.io/eks-nodegroup";

  /** Role that nodes have where a pool names none and Weir makes none. */
  public static final String DEFAULT_ROLE = "eks-nodegroup.cluster-api-provider-aws.sigs.k8s.io";

  /** Key of EKS's own security group in the status of a control plane. */
  public static final String CLUSTER_SECURITY_GROUP = "cluster";

  /** Key of the further security group of nodes in the status of a control plane. */
  public static final String ADDITIONAL_NODE_SECURITY_GROUP = "node-eks-additional";

  /** Key of the bastion host's security group in the status of a control plane. */
  public static final String BASTION_SECURITY_GROUP = "bastion";

  /** Tag of subnets for load balancers that everybody reaches. Written by people, eksctl, CAPA. */
  public static final String PUBLIC_SUBNET_TAG = "kubernetes.io/role/elb";

  /** Tag of subnets for load balancers within the network. */
  public static final String PRIVATE_SUBNET_TAG = "kubernetes.io/role/internal-elb";

  /** Value of {@link AwsMetadataKeys#ROLE_TAG} on subnets with a way from the internet. */
  public static final String PUBLIC_ROLE = "public";

  /** Value of {@link AwsMetadataKeys#ROLE_TAG} on subnets without one. */
  public static final String PRIVATE_ROLE = "private";

  private static final Pattern CLUSTER_NAME = Pattern.compile("[0-9A-Za-z][A-Za-z0-9_-]{0,99}");
  private static final int LONGEST_NODEGROUP = 63;
  private static final int LONGEST_ROLE = 64;
  private static final int DIGITS = 40;

  private EksKeys() {}

  /** Whether EKS has clusters of this name. */
  public static boolean isClusterName(String name) {
    return CLUSTER_NAME.matcher(name).matches();
  }

  /** The name of a pool's node group where the pool names none. */
  public static String nodegroupName(String namespace, String name) {
    String plain = (namespace + "_" + name).replace('.', '_');
    return plain.length() <= LONGEST_NODEGROUP ? plain : shortened(namespace + "/" + name);
  }

  /** The name of the role that Weir makes for a node group. */
  public static String roleName(String cluster, String nodegroup) {
    String plain = cluster + "-" + nodegroup + "_nodegroup-iam-service-role";
    return plain.length() <= LONGEST_ROLE ? plain : shortened(cluster + "/" + nodegroup);
  }

  /** For what has no room: the same for the same text, and another for every other. */
  private static String shortened(String text) {
    return "weir_" + Digest.sha256(text).substring(0, DIGITS);
  }

  /** The name of a pool's launch template. */
  public static String templateName(String controlPlane, String pool) {
    return controlPlane + "-" + pool;
  }
}
