package io.weir.provider.oci.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node pool of an OKE cluster.
 *
 * @param spec what was asked for
 */
public record OciManagedMachinePool(Spec spec) {

  public OciManagedMachinePool {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param version Kubernetes version of the nodes, with {@code v}; the schema lets none be absent
   * @param nodeShape shape of the nodes; OKE requires one
   * @param nodeShapeConfig size of a flexible shape; absent for others
   * @param nodeSourceViaImage image and boot volume
   * @param nodePoolNodeConfig placement and network
   * @param sshPublicKey SSH public key; absent or empty means none
   * @param nodeMetadata instance metadata
   * @param initialNodeLabels labels of new Nodes
   * @param nodeEvictionNodePoolSettings how pods are evicted; absent means OKE's choice
   * @param nodePoolCyclingDetails how nodes are replaced; absent means that they are not
   */
  public record Spec(
      @Nullable String version,
      @Nullable String nodeShape,
      @Nullable ShapeConfig nodeShapeConfig,
      NodeSource nodeSourceViaImage,
      NodeConfig nodePoolNodeConfig,
      @Nullable String sshPublicKey,
      Map<String, String> nodeMetadata,
      List<NodeLabel> initialNodeLabels,
      @Nullable EvictionSettings nodeEvictionNodePoolSettings,
      @Nullable CyclingDetails nodePoolCyclingDetails) {
    /** None of it set. */
    public static final Spec EMPTY =
        new Spec(
            null,
            null,
            null,
            NodeSource.EMPTY,
            NodeConfig.EMPTY,
            null,
            Map.of(),
            List.of(),
            null,
            null);

    public Spec {
      nodeSourceViaImage = nodeSourceViaImage == null ? NodeSource.EMPTY : nodeSourceViaImage;
      nodePoolNodeConfig = nodePoolNodeConfig == null ? NodeConfig.EMPTY : nodePoolNodeConfig;
      nodeMetadata = EmptyIfNull.map(nodeMetadata);
      initialNodeLabels = EmptyIfNull.list(initialNodeLabels);
    }
  }

  /**
   * Size of a flexible shape, as decimal numbers.
   *
   * @param ocpus OCPUs; absent means OKE's choice
   * @param memoryInGBs memory in GB; absent means OKE's choice
   */
  public record ShapeConfig(@Nullable String ocpus, @Nullable String memoryInGBs) {}

  /**
   * Image and boot volume.
   *
   * @param imageId OCID of the image; absent or empty means that of OKE for version and shape
   * @param bootVolumeSizeInGBs in GB; absent means OKE's choice
   */
  public record NodeSource(@Nullable String imageId, @Nullable Long bootVolumeSizeInGBs) {
    /** None of it set. */
    public static final NodeSource EMPTY = new NodeSource(null, null);
  }

  /**
   * Placement and network.
   *
   * @param placementConfigs where nodes are; empty means everywhere in the cluster
   * @param nsgNames names of security groups; empty means all of role worker
   * @param kmsKeyId key of boot volumes; absent means Oracle's
   * @param isPvEncryptionInTransitEnabled whether volume traffic is encrypted; absent means no
   * @param nodePoolPodNetworkOptionDetails network of pods; absent means OKE's choice
   */
  public record NodeConfig(
      List<Placement> placementConfigs,
      List<String> nsgNames,
      @Nullable String kmsKeyId,
      @Nullable Boolean isPvEncryptionInTransitEnabled,
      @Nullable PodNetwork nodePoolPodNetworkOptionDetails) {
    /** None of it set. */
    public static final NodeConfig EMPTY = new NodeConfig(List.of(), List.of(), null, null, null);

    public NodeConfig {
      placementConfigs = EmptyIfNull.list(placementConfigs);
      nsgNames = EmptyIfNull.list(nsgNames);
    }
  }

  /**
   * One place of nodes.
   *
   * @param availabilityDomain name of the availability domain
   * @param subnetName name of the subnet in the cluster's object
   * @param faultDomains fault domains; empty means all
   * @param capacityReservationId capacity reservation; absent means none
   */
  public record Placement(
      @Nullable String availabilityDomain,
      @Nullable String subnetName,
      List<String> faultDomains,
      @Nullable String capacityReservationId) {

    public Placement {
      faultDomains = EmptyIfNull.list(faultDomains);
    }
  }

  /**
   * Network of pods.
   *
   * @param cniType {@code OCI_VCN_IP_NATIVE} or {@code FLANNEL_OVERLAY}
   * @param vcnIpNativePodNetworkOptions options of the first
   */
  public record PodNetwork(
      @Nullable String cniType, NativePodNetwork vcnIpNativePodNetworkOptions) {

    public PodNetwork {
      vcnIpNativePodNetworkOptions =
          vcnIpNativePodNetworkOptions == null
              ? new NativePodNetwork(List.of(), List.of())
              : vcnIpNativePodNetworkOptions;
    }
  }

  /**
   * Options of VCN-native networking; {@code maxPodsPerNode} is read from the object itself.
   *
   * @param subnetNames names of subnets in the cluster's object
   * @param nsgNames names of security groups in the cluster's object
   */
  public record NativePodNetwork(List<String> subnetNames, List<String> nsgNames) {

    public NativePodNetwork {
      subnetNames = EmptyIfNull.list(subnetNames);
      nsgNames = EmptyIfNull.list(nsgNames);
    }
  }

  /** A label of new Nodes. */
  public record NodeLabel(@Nullable String key, @Nullable String value) {}

  /**
   * How pods are evicted before a node is ended.
   *
   * @param evictionGraceDuration ISO 8601; absent means OKE's choice
   * @param isForceDeleteAfterGraceDuration whether the node goes with pods left; absent means no
   */
  public record EvictionSettings(
      @Nullable String evictionGraceDuration, @Nullable Boolean isForceDeleteAfterGraceDuration) {}

  /**
   * How OKE replaces nodes that differ from their pool.
   *
   * @param isNodeCyclingEnabled whether it does; absent means no
   * @param maximumSurge how many more nodes meanwhile, as number or percentage; absent means 1
   * @param maximumUnavailable how many fewer, likewise; absent means 0
   */
  public record CyclingDetails(
      @Nullable Boolean isNodeCyclingEnabled,
      @Nullable String maximumSurge,
      @Nullable String maximumUnavailable) {}
}
