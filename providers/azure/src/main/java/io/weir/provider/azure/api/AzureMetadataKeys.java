package io.weir.provider.azure.api;

/** Annotations, labels, finalizers and tags that only the Azure kinds know; all are wire format. */
public final class AzureMetadataKeys {

  /** Keeps an AzureMachinePool until its scale set is gone. */
  public static final String POOL_FINALIZER = "machinepool.cluster.x-k8s.io";

  /** Keeps an AzureMachinePoolMachine until its machine is gone; set when it is made. */
  public static final String MACHINE_FINALIZER =
      "azuremachinepoolmachine.infrastructure.cluster.x-k8s.io";

  /** Keeps an AzureASOManagedMachinePool until its objects are gone. */
  public static final String ASO_POOL_FINALIZER = "cluster.cluster.x-k8s.io";

  /** Keeps an AzureManagedMachinePool until its node pool is gone. */
  public static final String MANAGED_POOL_FINALIZER =
      "azurecluster.infrastructure.cluster.x-k8s.io";

  /**
   * Prefix of a finalizer of an AzureClusterIdentity, one for each AzureCluster that uses it; a
   * digest of the cluster's namespace and name follows. Written by the provider of AzureCluster.
   */
  public static final String IDENTITY_FINALIZER_PREFIX =
      "azurecluster.infrastructure.cluster.x-k8s.io/";

  /** Label of an AzureMachinePoolMachine: name of its AzureMachinePool. */
  public static final String MACHINE_POOL_LABEL =
      "azuremachinepool.infrastructure.cluster.x-k8s.io/machine-pool";

  /**
   * Annotation of an AzureMachinePool: JSON map of the tags last put on its scale set. Written
   * after a push; read to know which tags to take away.
   */
  public static final String LAST_APPLIED_TAGS =
      "sigs.k8s.io/cluster-api-provider-azure-last-applied-tags-vmss";

  /** Annotation of an AzureMachinePool: container runtime of the default image for Windows. */
  public static final String WINDOWS_RUNTIME = "runtime";

  /** Annotation of an AzureMachinePool: Windows version of the default image. */
  public static final String WINDOWS_SERVER_VERSION = "windowsServerVersion";

  /** Tag: name of the resource as the portal shows it. */
  public static final String NAME_TAG = "Name";

  /** Prefix of the tag that gives a resource to a cluster; the cluster's name follows. */
  public static final String KUBERNETES_CLUSTER_TAG_PREFIX = "kubernetes.io_cluster_";

  /** Prefix of the tag that proves whose a resource is; the cluster's name follows. */
  public static final String OWNED_TAG_PREFIX = "sigs.k8s.io_cluster-api-provider-azure_cluster_";

  /** Value of the two tags above, and of the cluster's label, when it goes with the cluster. */
  public static final String OWNED = "owned";

  /** Tag: what a resource is for; {@link #NODE_ROLE} on everything of a pool. */
  public static final String ROLE_TAG = "sigs.k8s.io_cluster-api-provider-azure_role";

  /** Value of {@link #ROLE_TAG}. */
  public static final String NODE_ROLE = "node";

  /**
   * Tag of a scale set: SHA-256, in hex, of the base64 text of the bootstrap data. Azure never
   * shows custom data again, so this is what is known of it.
   */
  public static final String CUSTOM_DATA_HASH_TAG = "capz-custom-data-hash";

  private AzureMetadataKeys() {}
}
