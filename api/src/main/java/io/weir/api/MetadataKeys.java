package io.weir.api;

/**
 * Labels, annotations, finalizers and taints of the Cluster API contract that Weir reads or writes.
 * Keys that only one cloud knows are in that cloud's module.
 */
public final class MetadataKeys {

  // Labels.

  /**
   * Name of the owning Cluster. Written by the controllers on pools, configs, infrastructure pools,
   * machines and Secrets; read by everyone who looks for what belongs to a cluster.
   */
  public static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";

  /**
   * Name of the owning pool, in the form of a label value. Written by infrastructure providers on
   * the objects of single instances and by the pool controller on their Machines; read by both.
   */
  public static final String POOL_NAME = "cluster.x-k8s.io/pool-name";

  /** Name of the owning MachineSet, in the form of a label value. On Machines; kept by Weir. */
  public static final String SET_NAME = "cluster.x-k8s.io/set-name";

  /** Name of the owning MachineDeployment. On MachineSets and Machines; kept by Weir. */
  public static final String DEPLOYMENT_NAME = "cluster.x-k8s.io/deployment-name";

  /**
   * What Cluster API does not look at before it makes a Machine, separated by commas. Written by
   * people on MachineSets and MachineDeployments; judged by Weir when they are written.
   */
  public static final String SKIP_PREFLIGHT_CHECKS =
      "machineset.cluster.x-k8s.io/skip-preflight-checks";

  /** Which manager an object is left to. Written by people; read by every controller. */
  public static final String WATCH_FILTER = "cluster.x-k8s.io/watch-filter";

  /** Marks what a Cluster's topology made. Written by the topology controller; kept by Weir. */
  public static final String TOPOLOGY_OWNED = "topology.cluster.x-k8s.io/owned";

  /** Which provider an installed object belongs to. Written on CRDs and deployments. */
  public static final String PROVIDER = "cluster.x-k8s.io/provider";

  /**
   * Prefix of the contract labels of a CRD, before {@code v1beta1} or {@code v1beta2}; their value
   * lists API versions joined by underscores. Written by who installs the CRD; read to find the
   * version in which a reference is followed.
   */
  public static final String CONTRACT_PREFIX = "cluster.x-k8s.io/";

  /**
   * Has {@code clusterctl move} see the objects of a kind. Written on CRDs by who installs them.
   */
  public static final String CLUSTERCTL = "clusterctl.cluster.x-k8s.io";

  /** Has clusterctl move an object with its owner hierarchy. Written on CRDs and objects. */
  public static final String MOVE_HIERARCHY = "clusterctl.cluster.x-k8s.io/move-hierarchy";

  /**
   * Marks what the webhooks need: the Secret of their authority, their configurations, and CRDs
   * whose conversion the manager has taken charge of. Written by the manager, on configurations by
   * whoever installs it; on CRDs, read by the manager.
   */
  public static final String WEBHOOK = "weir.io/webhook";

  // Annotations.

  /**
   * Digest of the certificates that Weir has put into a cluster's CA Secret. Written with them;
   * read to leave the Secret alone once somebody has put others there.
   */
  public static final String AUTHORITY_DIGEST = "weir.io/authority";

  /**
   * On the control plane of a cluster that exists already, of a kind without a field for it: the
   * CIDR of the cluster's services. Written by Weir with what the cloud tells; read for bootstrap
   * data where the Cluster names none.
   */
  public static final String SERVICE_CIDR = "weir.io/service-cidr";

  /** Its presence stops work on an object. Written by people; read by every controller. */
  public static final String PAUSED = "cluster.x-k8s.io/paused";

  /**
   * On an infrastructure pool that is made of API objects: {@code clusterctl move} waits until it
   * is gone, whatever its value. Written by Weir before the first object, taken away when the pool
   * is paused and all of its objects are; read by clusterctl.
   */
  public static final String BLOCK_MOVE = "clusterctl.cluster.x-k8s.io/block-move";

  /**
   * Somebody else decides the size of a pool, unless the value is {@code false}. Written by people,
   * autoscalers and some providers; read by the pool controller and infrastructure providers.
   */
  public static final String REPLICAS_MANAGED_BY = "cluster.x-k8s.io/replicas-managed-by";

  /** The value of {@link #REPLICAS_MANAGED_BY} that Weir has set, and takes away again. */
  public static final String REPLICAS_MARK = "weir.io/replicas-managed-by";

  /**
   * The kinds of API objects that an infrastructure pool has been made of: {@code Kind.group},
   * separated by commas. What is no longer wanted of them is looked for among these.
   */
  public static final String OBJECT_KINDS = "weir.io/object-kinds";

  /**
   * On an infrastructure pool: UID of the management cluster that took it over, a space, and those
   * of the ones that it was taken over from, with commas between. Written and read by Weir; people
   * may take it away to have it taken over from the same one once more.
   */
  public static final String TAKEN_OVER = "weir.io/taken-over";

  /**
   * Value of {@link #REPLICAS_MANAGED_BY} while the pool's own autoscaler in the cloud decides.
   * Written and taken away by Weir with the size that the cloud has.
   */
  public static final String CLOUD_AUTOSCALER = "cloud-autoscaler";

  /** Smallest size. Written by people; read by cluster-autoscaler and the default of replicas. */
  public static final String AUTOSCALER_MIN_SIZE =
      "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size";

  /** Largest size. Written by people; read by cluster-autoscaler and the default of replicas. */
  public static final String AUTOSCALER_MAX_SIZE =
      "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size";

  /**
   * Marks the Machine to remove first. Written by autoscalers; read by infrastructure providers.
   */
  public static final String DELETE_MACHINE = "cluster.x-k8s.io/delete-machine";

  /**
   * On an infrastructure pool: its instances that leave, as JSON: why, how far they are, since
   * when. Written and read by Weir.
   */
  public static final String RETIREMENTS = "weir.io/retirements";

  /** Another system provides the infrastructure object. Written by people; read by providers. */
  public static final String MANAGED_BY = "cluster.x-k8s.io/managed-by";

  /**
   * What a version cannot hold, as JSON. Written when an object is converted down, read and removed
   * when it is converted up again.
   */
  public static final String CONVERSION_DATA = "cluster.x-k8s.io/conversion-data";

  /** On a definition of a kind: Weir installed it and may replace it. Written at installation. */
  public static final String INSTALLED = "weir.io/installed";

  /**
   * On a Cluster: Nodes that pools left when they were deleted, as its API server did not answer,
   * each as {@code name=uid}, sorted, with commas between. Written by the pool controller before it
   * lets such a pool go, read and taken away by Weir when these Nodes are deleted; people may take
   * it away to keep them.
   */
  public static final String LEFT_NODES = "weir.io/left-nodes";

  /**
   * On a MachinePool that is being deleted: its machines stay in the cloud, as they are not its own
   * or it is in doubt whose they are, and so their Nodes are to stay. The value says why. Written,
   * and taken away when that is no longer so, by infrastructure pool controllers; read by the pool
   * controller.
   */
  public static final String MACHINES_LEFT = "weir.io/machines-left";

  /**
   * Where a pool's cloud objects are, as JSON. Written by Weir before the first cloud write; read
   * by Weir, also when the cluster that told it is gone. Says where to look, and gives no right to
   * anything.
   */
  public static final String PLACE = "weir.io/place";

  /**
   * A topology asks, in a dry run, what an object would become. Written by the topology controller;
   * read by the defaults of templates.
   */
  public static final String TOPOLOGY_DRY_RUN = "topology.cluster.x-k8s.io/dry-run";

  /**
   * On a MachinePool: running machines are replaced when the content of their bootstrap data
   * changes under the same name, unless the value is {@code false}; a new token is no change.
   * Written by people; read by infrastructure providers.
   */
  public static final String ROLL_ON_BOOTSTRAP_CHANGE = "weir.io/roll-on-bootstrap-change";

  /**
   * On an infrastructure pool: how many of its machines are made from the newest template, while
   * not all are; at most, where the cloud does not tell. Written by the provider; read by the pool
   * controller, which counts no machine whose Node runs another version than the pool's.
   */
  public static final String UP_TO_DATE_REPLICAS = "weir.io/up-to-date-replicas";

  /**
   * On an infrastructure pool: the provider IDs of those machines in its list that are on their way
   * out, sorted, with commas between; absent while there are none. Written by the provider in one
   * write with the list; read by the pool controller, which does not count these machines.
   */
  public static final String LEAVING = "weir.io/leaving";

  /**
   * On a MachinePool: how many more than the wanted machines there may be during a rollout, as a
   * number or a percentage of the replicas; 1 if absent. Written by people; read by rollouts.
   */
  public static final String MAX_SURGE = "weir.io/max-surge";

  /**
   * On a MachinePool: how many of the wanted machines may be unavailable during a rollout, as a
   * number or a percentage of the replicas; 0 if absent. Written by people; read by rollouts.
   */
  public static final String MAX_UNAVAILABLE = "weir.io/max-unavailable";

  /**
   * On a MachinePool: which machines go first, {@code Oldest}, {@code Newest} or {@code Random};
   * the oldest if absent. Written by people; read by rollouts and scale-ins.
   */
  public static final String DELETE_POLICY = "weir.io/delete-policy";

  /**
   * On a MachinePool: {@link #ROLLOUT_PAUSED} keeps outdated machines from being replaced. Written
   * by people and {@code weir rollout}; read by rollouts.
   */
  public static final String ROLLOUT = "weir.io/rollout";

  /** The only value of {@link #ROLLOUT}. */
  public static final String ROLLOUT_PAUSED = "paused";

  /**
   * On a MachinePool: who replaces outdated machines where both could, {@code weir} or {@code
   * cloud}; each cloud has its own default. Written by people; read by infrastructure providers.
   */
  public static final String ROLLOUT_ENGINE = "weir.io/rollout-engine";

  /**
   * On an infrastructure pool of a kind that has the gate of that name: {@code true} if machines of
   * older models stay, {@code false} if they are replaced whatever the gate says. Written by
   * people; read by infrastructure providers.
   */
  public static final String SKIP_MODEL_RECONCILIATION = "weir.io/skip-model-reconciliation";

  /**
   * On an infrastructure pool: what its machines were made of the last two times that all of them
   * were up to date and available, as JSON. Written by infrastructure pool controllers; read by
   * {@code weir rollout}, and relied on by nobody else, since whoever edits the pool can write it.
   */
  public static final String SETTLED = "weir.io/settled";

  /**
   * What becomes of machines of a MachinePool that the cloud ends by itself, where it gives notice:
   * {@link #DRAIN_CLOUD_TERMINATIONS}, or nothing is done about them.
   */
  public static final String CLOUD_TERMINATIONS = "weir.io/cloud-terminations";

  /** Their Nodes are drained first. */
  public static final String DRAIN_CLOUD_TERMINATIONS = "drain";

  // Annotations of Nodes in workload clusters.

  /**
   * On a Node whose instance is to leave its pool: {@code namespace/name} of the infrastructure
   * pool, with {@code ,cordoned-before} if somebody else had cordoned the Node. Written in one
   * write with the cordon, and taken away with it, by infrastructure pool controllers.
   */
  public static final String NODE_LEAVING = "weir.io/leaves-pool";

  /** Name of the Node's Cluster, under the key of the label. Written by the pool controller. */
  public static final String NODE_CLUSTER_NAME = CLUSTER_NAME;

  /** Namespace of the Node's Cluster. Written by the pool controller; read to find the pool. */
  public static final String NODE_CLUSTER_NAMESPACE = "cluster.x-k8s.io/cluster-namespace";

  /** The Machine that a Node is of, where there are Machines. Written by Cluster API; read. */
  public static final String NODE_MACHINE = "cluster.x-k8s.io/machine";

  /** Kind that the Node belongs to. Written by the pool controller as {@code MachinePool}. */
  public static final String NODE_OWNER_KIND = "cluster.x-k8s.io/owner-kind";

  /** Name of what the Node belongs to. Written by the pool controller: the pool's name. */
  public static final String NODE_OWNER_NAME = "cluster.x-k8s.io/owner-name";

  /**
   * Keys of the Node's labels that come from the template of its pool, sorted and joined by commas.
   * Written by the pool controller; read by it to take away what leaves the template.
   */
  public static final String LABELS_FROM_MACHINE = "cluster.x-k8s.io/labels-from-machine";

  /** The same of annotations. */
  public static final String ANNOTATIONS_FROM_MACHINE = "cluster.x-k8s.io/annotations-from-machine";

  // Taints of Nodes.

  /**
   * Key of the taint, effect NoSchedule, with which Nodes register. Written by the bootstrap data;
   * removed by the pool controller when the Node carries its annotations.
   */
  public static final String UNINITIALIZED_TAINT = "node.cluster.x-k8s.io/uninitialized";

  // Finalizers.

  /**
   * Keeps a Cluster until what belongs to it is gone. Written by Cluster API core on every Cluster
   * that it takes care of; read by Weir, which leaves such a Cluster to it.
   */
  public static final String CORE_CLUSTER_FINALIZER = "cluster.cluster.x-k8s.io";

  /** Keeps a Cluster that Weir has attached until its pools are gone. Weir's alone. */
  public static final String ATTACHED_CLUSTER_FINALIZER = "weir.io/attached-cluster";

  /** Keeps a pool until its config and infrastructure pool are gone. The pool controller's. */
  public static final String MACHINE_POOL_FINALIZER = "machinepool.cluster.x-k8s.io";

  // Secrets.

  /** Type of Secrets of a cluster. Written on bootstrap data; read on kubeconfigs and CAs. */
  public static final String CLUSTER_SECRET_TYPE = "cluster.x-k8s.io/secret";

  private MetadataKeys() {}
}
