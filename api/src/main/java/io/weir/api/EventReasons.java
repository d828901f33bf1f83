package io.weir.api;

/**
 * Reasons of the Events that Weir writes on core and bootstrap kinds and its own ConfigMap. What is
 * done to cloud objects is told on infrastructure pools, under the name of the step. An Event that
 * says the same as one before it is counted on that one.
 */
public final class EventReasons {

  // Cluster.

  /** Normal: the API server of an attached Cluster answered for the first time. */
  public static final String ATTACHED = "Attached";

  /** Warning: a Cluster cannot be attached; the note tells what to do. */
  public static final String NOT_ATTACHED = "NotAttached";

  /** Warning: the API server of an attached Cluster cannot be used any more. */
  public static final String CONNECTION_LOST = "ConnectionLost";

  /** Normal: it can be used again. */
  public static final String CONNECTION_RESTORED = "ConnectionRestored";

  /** Warning: the API server answers watches, but not other requests in time. */
  public static final String REQUESTS_HELD_BACK = "RequestsHeldBack";

  /** Normal: it answers them again. */
  public static final String REQUESTS_ANSWERED = "RequestsAnswered";

  /** Normal: the CA of the kubeconfig is another, and the Secret that machines trust follows it. */
  public static final String AUTHORITY_FOLLOWED = "AuthorityFollowed";

  /** Warning: machines are told to trust others than the kubeconfig does, by somebody's Secret. */
  public static final String AUTHORITY_DIFFERS = "AuthorityDiffers";

  /** Normal: Nodes that pools had to leave are deleted, now that the API server answers. */
  public static final String LEFT_NODES_DELETED = "LeftNodesDeleted";

  // MachinePool.

  /** Normal: as many Nodes are Ready as there are replicas asked for. */
  public static final String RUNNING = "Running";

  /** Warning: a reference leads nowhere, or to an object that cannot be used. */
  public static final String REFERENCE_UNUSABLE = "ReferenceUnusable";

  /** Warning: the Cluster that the pool names does not exist. */
  public static final String CLUSTER_MISSING = "ClusterMissing";

  /** Warning: the deletion waits for something that does not go by itself. */
  public static final String DELETION_HELD_UP = "DeletionHeldUp";

  /** Warning: the kubeconfig's account may not mark or delete Nodes of the pool. */
  public static final String NODES_REFUSED = "NodesRefused";

  /** Warning: the pool goes without an object that it names, which is somebody else's. */
  public static final String PART_LEFT = "PartLeft";

  /** Warning: the pool is gone, but Nodes of its machines may be left; which, if ever, by hand. */
  public static final String NODES_LEFT = "NodesLeft";

  // KubeadmConfig.

  /** Warning: the bootstrap data cannot be made, or cannot be made anew. */
  public static final String DATA_SECRET_NOT_AVAILABLE = "DataSecretNotAvailable";

  /** Warning: the manager's clock is not that of the API server that judges join tokens. */
  public static final String CLOCK_DIFFERS = "ClockDiffers";

  // Infrastructure pools of every cloud.

  /** Warning: a write to the cloud, or a look at it, failed. */
  public static final String FAILED = "Failed";

  /** Normal: the Secret that the pool has for its bootstrap data did not exist. */
  public static final String CREATE_SECRET = "CreateSecret";

  /** Normal: that Secret was not as it should be. */
  public static final String UPDATE_SECRET = "UpdateSecret";

  /** Warning: what stands in the cloud under the pool's name is not the pool's. */
  public static final String NOT_OWNED = "NotOwned";

  /** Warning: the pool is gone, and something of its name that is not its own stays. */
  public static final String LEFT_IN_CLOUD = "LeftInCloud";

  /** Normal: a Node of an instance that is to leave is cordoned, and its Pods are evicted. */
  public static final String DRAIN_STARTED = "DrainStarted";

  /** Normal: nothing is left on it that is waited for. */
  public static final String DRAINED = "Drained";

  /**
   * Warning: its instance goes with Pods or volumes that are left, as the time for them is over.
   */
  public static final String DRAIN_TIMED_OUT = "DrainTimedOut";

  /** Normal: what Cluster API's own provider made is marked as this pool's. */
  public static final String ADOPT = "Adopt";

  /** Normal: what bears marks of an earlier form, place or name is marked as this pool's. */
  public static final String RELABEL = "Relabel";

  // Every kind that Weir writes.

  /** Warning: what Weir writes on the object is undone each time, or is answered and not kept. */
  public static final String WRITE_REVERTED = "WriteReverted";

  // ConfigMap weir-ownership.

  /** Warning: a line of it cannot be followed; the note says which, and how it should be. */
  public static final String INVALID_OWNERSHIP_DECISION = "InvalidOwnershipDecision";

  private EventReasons() {}
}
