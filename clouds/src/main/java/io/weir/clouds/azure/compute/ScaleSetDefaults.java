package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.identity.UserAssignedIdentities;
import java.util.List;

/** What Azure adds to what was asked for. */
final class ScaleSetDefaults {
  private final Subscription subscription;

  ScaleSetDefaults(Subscription subscription) {
    this.subscription = subscription;
  }

  /** The document with all that Azure would fill in. */
  ObjectNode complete(ObjectNode document) {
    ObjectNode properties = Documents.object(document, "properties");
    Documents.putDefault(properties, "orchestrationMode", TextNode.valueOf("Uniform"));
    boolean flexible = properties.path("orchestrationMode").asText().equals("Flexible");
    if (flexible) {
      Documents.putDefault(properties, "singlePlacementGroup", BooleanNode.FALSE);
      Documents.putDefault(properties, "platformFaultDomainCount", IntNode.valueOf(1));
    } else {
      boolean zonal = !document.path("zones").isEmpty();
      Documents.putDefault(properties, "singlePlacementGroup", BooleanNode.valueOf(!zonal));
      Documents.putDefault(properties, "overprovision", BooleanNode.TRUE);
      Documents.putDefault(properties, "doNotRunExtensionsOnOverprovisionedVMs", BooleanNode.FALSE);
    }
    if (document.path("sku") instanceof ObjectNode sku) {
      Documents.putDefault(sku, "tier", TextNode.valueOf("Standard"));
    }
    if (properties.path("virtualMachineProfile") instanceof ObjectNode profile) {
      completeProfile(profile);
    }
    if (document.path("identity") instanceof ObjectNode identity) {
      completeIdentity(identity);
    }
    return document;
  }

  private static void completeProfile(ObjectNode profile) {
    ObjectNode os = Documents.object(profile, "osProfile");
    if (os.path("linuxConfiguration") instanceof ObjectNode linux) {
      Documents.putDefault(linux, "provisionVMAgent", BooleanNode.TRUE);
      Documents.putDefault(linux, "enableVMAgentPlatformUpdates", BooleanNode.FALSE);
    }
    Documents.putDefault(os, "secrets", os.arrayNode());
    Documents.putDefault(os, "allowExtensionOperations", BooleanNode.TRUE);
    Documents.putDefault(os, "requireGuestProvisionSignal", BooleanNode.TRUE);
    ObjectNode disk = Documents.object(Documents.object(profile, "storageProfile"), "osDisk");
    Documents.putDefault(disk, "osType", TextNode.valueOf("Linux"));
    Documents.putDefault(disk, "createOption", TextNode.valueOf("FromImage"));
    Documents.putDefault(disk, "caching", TextNode.valueOf("None"));
    Documents.putDefault(disk, "diskSizeGB", IntNode.valueOf(30));
    Documents.putDefault(
        Documents.object(disk, "managedDisk"),
        "storageAccountType",
        TextNode.valueOf("Standard_LRS"));
    for (JsonNode card : profile.at("/networkProfile/networkInterfaceConfigurations")) {
      if (card.path("properties") instanceof ObjectNode properties) {
        completeCard(properties);
      }
    }
    for (JsonNode extension : profile.at("/extensionProfile/extensions")) {
      if (extension.path("properties") instanceof ObjectNode properties) {
        Documents.putDefault(properties, "autoUpgradeMinorVersion", BooleanNode.FALSE);
      }
    }
  }

  private static void completeCard(ObjectNode card) {
    for (String flag :
        List.of("enableAcceleratedNetworking", "disableTcpStateTracking", "enableIPForwarding")) {
      Documents.putDefault(card, flag, BooleanNode.FALSE);
    }
    ObjectNode dns = Documents.object(card, "dnsSettings");
    Documents.putDefault(dns, "dnsServers", dns.arrayNode());
    for (JsonNode address : card.path("ipConfigurations")) {
      if (address.path("properties") instanceof ObjectNode properties) {
        Documents.putDefault(properties, "privateIPAddressVersion", TextNode.valueOf("IPv4"));
      }
    }
  }

  private void completeIdentity(ObjectNode identity) {
    if (identity.path("type").asText("").contains("SystemAssigned")) {
      identity.put("tenantId", subscription.seed().tenant());
      if (!identity.hasNonNull("principalId")) {
        identity.put("principalId", subscription.newPrincipal());
      }
    }
    for (var one : identity.path("userAssignedIdentities").properties()) {
      if (one.getValue() instanceof ObjectNode assigned && !assigned.hasNonNull("clientId")) {
        assigned
            .put("principalId", UserAssignedIdentities.principalId(one.getKey()))
            .put("clientId", UserAssignedIdentities.clientId(one.getKey()));
      }
    }
  }

  /** What a caller wrote of identities, whose ids are Azure's to give. */
  static JsonNode withoutGivenIds(JsonNode body) {
    JsonNode cleaned = body.deepCopy();
    if (cleaned instanceof ObjectNode document
        && document.path("identity") instanceof ObjectNode identity) {
      identity.remove("principalId");
      identity.remove("tenantId");
    }
    return cleaned;
  }
}
