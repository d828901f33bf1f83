package io.weir.provider.aws.api;

/** Annotations, finalizers and tags that only the AWS kinds know; all are wire format. */
public final class AwsMetadataKeys {

  /** Keeps an AWSMachinePool until its group and template are gone. */
  public static final String POOL_FINALIZER = "awsmachinepool.infrastructure.cluster.x-k8s.io";

  /**
   * Annotation of an AWSMachinePool: JSON map of the additional tags last pushed. Written after a
   * push; read to know which tags to take away.
   */
  public static final String LAST_APPLIED_TAGS =
      "sigs.k8s.io/cluster-api-provider-aws-last-applied-tags";

  /** Annotation of an AWSMachinePool, {@code true} after each complete pass; for other tools. */
  public static final String RECONCILED = "cluster-api-provider-aws";

  /** Tag: name of the resource as the console shows it. */
  public static final String NAME_TAG = "Name";

  /** Prefix of the tag that gives a resource to a cluster; the cluster's name follows. */
  public static final String KUBERNETES_CLUSTER_TAG_PREFIX = "kubernetes.io/cluster/";

  /** Prefix of the tag that proves whose a resource is; the cluster's name follows. */
  public static final String OWNED_TAG_PREFIX = "sigs.k8s.io/cluster-api-provider-aws/cluster/";

  /** Value of the two tags above when the resource goes with the cluster. */
  public static final String OWNED = "owned";

  /** Tag: what a resource is for; {@link #NODE_ROLE} on everything of a pool. */
  public static final String ROLE_TAG = "sigs.k8s.io/cluster-api-provider-aws/role";

  /** Value of {@link #ROLE_TAG}, and key of the nodes' security group in AWSCluster's status. */
  public static final String NODE_ROLE = "node";

  /** Key of the load balancers' security group in AWSCluster's status. */
  public static final String LOAD_BALANCER_ROLE = "lb";

  /**
   * Tag of instances: namespace and name of the Secret with the bootstrap data. A changed name asks
   * for a rollout, changed content under the same name does not.
   */
  public static final String BOOTSTRAP_SECRET_TAG =
      "sigs.k8s.io/cluster-api-provider-aws/bootstrap-data-secret";

  /** Tag of instances: SHA-256 of the bootstrap data, in hex. */
  public static final String BOOTSTRAP_HASH_TAG =
      "sigs.k8s.io/cluster-api-provider-aws/bootstrap-data-hash";

  /** Tag of subnets; one whose value is {@code secondary} is for pods and takes no instances. */
  public static final String SUBNET_ASSOCIATION_TAG =
      "sigs.k8s.io/cluster-api-provider-aws/association";

  private AwsMetadataKeys() {}
}
