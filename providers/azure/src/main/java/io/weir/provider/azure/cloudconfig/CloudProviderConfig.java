package io.weir.provider.azure.cloudconfig;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.azure.api.AzureCluster;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code /etc/kubernetes/azure.json}, to the letter as Cluster API's provider for Azure
 * writes it: a pool that is taken over boots from the same data.
 *
 * @param scope where the pool is
 * @param tenant the tenant of the cluster's identity
 * @param cluster what the AzureCluster says
 * @param credentials by what machines are known
 */
record CloudProviderConfig(
    AzureScope scope, String tenant, AzureCluster.Spec cluster, MachineCredentials credentials) {

  private static final String INDENT = "    ";
  private static final int RULES_OF_A_LOAD_BALANCER = 250;

  /**
   * The file.
   *
   * @throws PrerequisiteException if a field of the AzureCluster is not what it should be
   */
  String text() throws PrerequisiteException {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("cloud", scope.environment().word());
    document.put("tenantId", tenant);
    document.put("subscriptionId", said(cluster.subscriptionID()));
    putApplication(document);
    putPlace(document);
    putNetwork(document);
    document.put("maximumLoadBalancerRuleCount", RULES_OF_A_LOAD_BALANCER);
    document.put(
        "useManagedIdentityExtension", !(credentials instanceof MachineCredentials.Application));
    document.put("useInstanceMetadata", true);
    document.put("enableVmssFlexNodes", true);
    if (credentials instanceof MachineCredentials.UserAssigned(String clientId)) {
      document.put("userAssignedIdentityID", clientId);
    }
    AzureCluster.CloudProviderConfigOverrides overrides = cluster.cloudProviderConfigOverrides();
    if (overrides != null) {
      new ConfigOverrides(overrides).putInto(document);
    }
    return print(document);
  }

  private void putApplication(ObjectNode document) {
    if (credentials instanceof MachineCredentials.Application(String clientId, String secret)) {
      putUnlessEmpty(document, "aadClientId", clientId);
      putUnlessEmpty(document, "aadClientSecret", secret);
    }
  }

  private void putPlace(ObjectNode document) {
    AzureCluster.Subnet subnet = nodeSubnet().orElse(null);
    document.put("resourceGroup", scope.resourceGroup());
    document.put(
        "securityGroupName",
        subnet == null || subnet.securityGroup() == null
            ? ""
            : said(subnet.securityGroup().name()));
    document.put("securityGroupResourceGroup", networkGroup());
    document.put("location", cluster.location());
    AzureCluster.ExtendedLocation edge = cluster.extendedLocation();
    if (edge != null) {
      putUnlessEmpty(document, "extendedLocationType", edge.type());
      putUnlessEmpty(document, "extendedLocationName", edge.name());
    }
    document.put("vmType", "vmss");
  }

  private void putNetwork(ObjectNode document) {
    AzureCluster.NetworkSpec network = cluster.networkSpec();
    AzureCluster.Subnet subnet = nodeSubnet().orElse(null);
    AzureCluster.LoadBalancer balancer = network.nodeOutboundLB();
    document.put("vnetName", network.vnet().name());
    document.put("vnetResourceGroup", networkGroup());
    document.put("subnetName", subnet == null ? "" : subnet.name());
    document.put(
        "routeTableName",
        subnet == null || subnet.routeTable() == null ? "" : said(subnet.routeTable().name()));
    document.put("loadBalancerSku", "Standard");
    document.put("loadBalancerName", balancer == null ? "" : said(balancer.name()));
  }

  /** The first that is for nodes alone, as upstream; where there is none, one that is for all. */
  private Optional<AzureCluster.Subnet> nodeSubnet() {
    return cluster.networkSpec().subnets().stream()
        .filter(AzureCluster.Subnet::isForNodes)
        .min(Comparator.comparing(subnet -> !subnet.role().equals("node")));
  }

  private String networkGroup() {
    String said = said(cluster.networkSpec().vnet().resourceGroup());
    return said.isEmpty() ? scope.resourceGroup() : said;
  }

  private static void putUnlessEmpty(ObjectNode document, String field, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      document.put(field, value);
    }
  }

  private static String said(@Nullable String value) {
    return Objects.requireNonNullElse(value, "");
  }

  private static String print(ObjectNode document) {
    var separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("");
    var printer =
        new DefaultPrettyPrinter(separators).withObjectIndenter(new DefaultIndenter(INDENT, "\n"));
    try {
      return Json.MAPPER.writer(printer).writeValueAsString(document);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree is always JSON", impossible);
    }
  }
}
