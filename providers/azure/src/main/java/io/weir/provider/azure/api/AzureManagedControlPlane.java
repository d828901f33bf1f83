package io.weir.provider.azure.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The control plane of a cluster of AKS, as far as pools of machines of their own read it. Another
 * provider owns this kind.
 *
 * @param spec what was asked for; empty when the object has none
 */
public record AzureManagedControlPlane(Spec spec) {

  /** What AKS calls the load balancer of a cluster's nodes, and its backend pool. */
  private static final AzureCluster.LoadBalancer BALANCER =
      new AzureCluster.LoadBalancer(
          "kubernetes", new AzureCluster.BackendPool("aksOutboundBackendPool"));

  public AzureManagedControlPlane {
    spec = spec == null ? Spec.EMPTY : spec;
  }

  /**
   * What was asked for.
   *
   * @param location region; empty only when the object has no spec
   * @param subscriptionID subscription
   * @param resourceGroupName resource group of the cluster
   * @param nodeResourceGroupName resource group of its nodes; absent means the name that AKS gives
   *     it by itself
   * @param azureEnvironment cloud, such as {@code AzurePublicCloud}; absent means that one
   * @param identityRef whose credentials are used
   * @param additionalTags tags for everything of the cluster
   * @param virtualNetwork the network of the nodes; empty where AKS makes one by itself
   */
  public record Spec(
      String location,
      @Nullable String subscriptionID,
      String resourceGroupName,
      @Nullable String nodeResourceGroupName,
      @Nullable String azureEnvironment,
      AzureCluster.@Nullable IdentityReference identityRef,
      Map<String, String> additionalTags,
      VirtualNetwork virtualNetwork) {

    private static final Spec EMPTY =
        new Spec("", null, "", null, null, null, Map.of(), VirtualNetwork.EMPTY);

    public Spec {
      additionalTags = EmptyIfNull.map(additionalTags);
      virtualNetwork = virtualNetwork == null ? VirtualNetwork.EMPTY : virtualNetwork;
    }
  }

  /**
   * The network of the nodes.
   *
   * @param name its name
   * @param resourceGroup its resource group; absent means the cluster's
   * @param subnet where machines are that name no subnet; absent if the network is AKS's own
   */
  public record VirtualNetwork(
      String name, @Nullable String resourceGroup, @Nullable Subnet subnet) {

    private static final VirtualNetwork EMPTY = new VirtualNetwork("", null, null);
  }

  /**
   * A subnet.
   *
   * @param name its name
   */
  public record Subnet(String name) {}

  /**
   * What pools of machines find: a cluster whose everything is in the resource group of AKS's
   * nodes, beside which they run.
   *
   * @param cluster name of the control plane, after which AKS names that group
   */
  public AzureCluster asAzureCluster(String cluster) {
    VirtualNetwork network = spec.virtualNetwork();
    Subnet subnet = network.subnet();
    return new AzureCluster(
        new AzureCluster.Spec(
            spec.location(),
            spec.subscriptionID(),
            nodeResourceGroup(cluster),
            spec.azureEnvironment(),
            spec.identityRef(),
            spec.additionalTags(),
            new AzureCluster.NetworkSpec(
                new AzureCluster.VNet(
                    network.name(),
                    Objects.requireNonNullElse(network.resourceGroup(), spec.resourceGroupName()),
                    List.of()),
                subnet == null
                    ? List.of()
                    : List.of(
                        new AzureCluster.Subnet(
                            subnet.name(), "node", null, List.of(), null, null)),
                BALANCER),
            null,
            null),
        AzureCluster.Status.EMPTY);
  }

  private String nodeResourceGroup(String cluster) {
    String said = Objects.requireNonNullElse(spec.nodeResourceGroupName(), "");
    return said.isEmpty()
        ? "MC_%s_%s_%s".formatted(spec.resourceGroupName(), cluster, spec.location())
        : said;
  }
}
