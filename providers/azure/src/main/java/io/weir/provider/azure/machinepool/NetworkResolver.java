package io.weir.provider.azure.machinepool;

import io.weir.api.Excerpt;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.azure.account.ResourcePath;
import io.weir.provider.azure.api.AzureCluster;
import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.api.AzureMachineTemplate;
import io.weir.provider.azure.api.AzureReasons;
import io.weir.provider.azure.scaleset.ScaleSetModelFactory.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The network interfaces of a pool's machines.
 *
 * @param azureScope where the cluster is
 * @param cluster the AzureCluster's
 * @param asked those of the pool; one of the cluster's if it says nothing
 * @param canBeFast whether the VM size lets an interface bypass the host
 */
record NetworkResolver(
    AzureScope azureScope,
    AzureCluster.Spec cluster,
    List<AzureMachineTemplate.NetworkInterface> asked,
    boolean canBeFast) {

  private static final int MOST_ADDRESSES = 256;
  private static final String NETWORK = "AzureCluster spec.networkSpec.";

  /** Those of a pool, whether or not admission has moved what stood in the older fields. */
  static List<AzureMachineTemplate.NetworkInterface> asked(AzureMachinePool.Spec spec) {
    AzureMachineTemplate template = spec.template();
    return template.networkInterfaces().isEmpty()
        ? List.of(
            new AzureMachineTemplate.NetworkInterface(
                template.subnetName(), 1L, template.acceleratedNetworking()))
        : template.networkInterfaces();
  }

  List<NetworkInterface> resolve() throws PrerequisiteException {
    var interfaces = new ArrayList<NetworkInterface>();
    for (AzureMachineTemplate.NetworkInterface each : asked) {
      boolean first = interfaces.isEmpty();
      String field = "spec.template.networkInterfaces[%d]".formatted(interfaces.size());
      interfaces.add(
          new NetworkInterface(
              subnetId(field, each.subnetName()),
              addresses(field, each.privateIPConfigs()),
              hasIpv6(),
              fast(each.acceleratedNetworking(), interfaces),
              first ? backendPoolId() : ""));
    }
    return List.copyOf(interfaces);
  }

  private static int addresses(String field, @Nullable Long asked) throws PrerequisiteException {
    if (asked == null || asked == 0) {
      return 1;
    }
    if (asked < 1 || asked > MOST_ADDRESSES) {
      throw PrerequisiteException.invalid(
          "%s.privateIPConfigs is %d, and Azure gives an interface 1 to %d addresses: correct it"
              .formatted(field, asked, MOST_ADDRESSES));
    }
    return asked.intValue();
  }

  /**
   * What the first one is, the others are as well unless they say otherwise: as upstream has it.
   */
  private boolean fast(@Nullable Boolean said, List<NetworkInterface> before) {
    if (said != null) {
      return said;
    }
    return before.isEmpty() ? canBeFast : before.getFirst().accelerated();
  }

  private boolean hasIpv6() {
    return cluster.networkSpec().vnet().cidrBlocks().stream()
        .anyMatch(block -> block.contains(":"));
  }

  private String subnetId(String field, @Nullable String name) throws PrerequisiteException {
    AzureCluster.VNet vnet = cluster.networkSpec().vnet();
    return "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.Network/virtualNetworks/%s/subnets/%s"
        .formatted(
            azureScope.subscription(),
            ResourcePath.name(
                NETWORK + "vnet.resourceGroup",
                Objects.requireNonNullElse(vnet.resourceGroup(), azureScope.resourceGroup())),
            ResourcePath.name(NETWORK + "vnet.name", vnet.name()),
            name == null || name.isEmpty()
                ? ResourcePath.name(NETWORK + "subnets[].name", onlySubnet())
                : ResourcePath.name(field + ".subnetName", name));
  }

  private String onlySubnet() throws PrerequisiteException {
    List<String> subnets =
        cluster.networkSpec().subnets().stream()
            .filter(AzureCluster.Subnet::isForNodes)
            .map(AzureCluster.Subnet::name)
            .toList();
    if (subnets.size() != 1) {
      throw PrerequisiteException.needsUserAction(
          AzureReasons.SUBNETS_NOT_FOUND,
          "the cluster's network has %d subnets for nodes, %s: name one in spec.template.networkInterfaces[].subnetName"
              .formatted(subnets.size(), Excerpt.of(subnets.toString())));
    }
    return subnets.getFirst();
  }

  private String backendPoolId() throws PrerequisiteException {
    AzureCluster.LoadBalancer balancer = cluster.networkSpec().nodeOutboundLB();
    if (balancer == null
        || balancer.name() == null
        || balancer.backendPool() == null
        || balancer.backendPool().name() == null) {
      return "";
    }
    return "%s/providers/Microsoft.Network/loadBalancers/%s/backendAddressPools/%s"
        .formatted(
            azureScope.groupPath(),
            ResourcePath.name(NETWORK + "nodeOutboundLB.name", balancer.name()),
            ResourcePath.name(
                NETWORK + "nodeOutboundLB.backendPool.name", balancer.backendPool().name()));
  }
}
