package io.weir.clouds.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.seed.AzureSeedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Scale sets as callers write them. */
final class ScaleSetDocuments {
  static final String GROUP = "workload";
  static final String SETS =
      "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.Compute/virtualMachineScaleSets/"
          .formatted(AzureSeedData.SUBSCRIPTION, GROUP);

  private static final ObjectMapper JSON = new ObjectMapper();

  private ScaleSetDocuments() {}

  /** A scale set as Cluster API's provider would ask for it. */
  static ObjectNode uniform(int capacity) {
    ObjectNode set = common(capacity);
    properties(set).put("orchestrationMode", "Uniform").put("overprovision", false);
    properties(set).putObject("upgradePolicy").put("mode", "Manual");
    return set;
  }

  /** The same in the other mode. */
  static ObjectNode flexible(int capacity) {
    ObjectNode set = common(capacity);
    properties(set).put("orchestrationMode", "Flexible").put("platformFaultDomainCount", 1);
    ((ObjectNode) profile(set).path("networkProfile")).put("networkApiVersion", "2020-11-01");
    return set;
  }

  static ObjectNode properties(ObjectNode set) {
    return (ObjectNode) set.path("properties");
  }

  static ObjectNode profile(ObjectNode set) {
    return (ObjectNode) set.at("/properties/virtualMachineProfile");
  }

  private static ObjectNode common(int capacity) {
    ObjectNode set =
        (ObjectNode)
            json(
                """
                {
                  "location": "westeurope",
                  "sku": {"name": "Standard_D2s_v3", "tier": "Standard"},
                  "tags": {"Name": "workers"},
                  "properties": {
                    "singlePlacementGroup": false,
                    "virtualMachineProfile": {
                      "osProfile": {
                        "computerNamePrefix": "workers",
                        "adminUsername": "capi",
                        "linuxConfiguration": {
                          "disablePasswordAuthentication": true,
                          "ssh": {"publicKeys": [
                            {"path": "/home/capi/.ssh/authorized_keys", "keyData": "ssh-rsa AAAA"}]}
                        }
                      },
                      "storageProfile": {
                        "osDisk": {"osType": "Linux", "createOption": "FromImage", "diskSizeGB": 30},
                        "imageReference": {"communityGalleryImageId":
                          "/CommunityGalleries/%s/Images/capi-ubun2-2404/Versions/1.35.4"}
                      },
                      "networkProfile": {
                        "networkInterfaceConfigurations": [{
                          "name": "workers-nic-0",
                          "properties": {"primary": true, "ipConfigurations": [{
                            "name": "ipConfig0",
                            "properties": {
                              "primary": true,
                              "subnet": {"id": "%s/virtualNetworks/workload-vnet/subnets/workload-node-subnet"},
                              "loadBalancerBackendAddressPools": [
                                {"id": "%s/loadBalancers/workload/backendAddressPools/workload-outboundBackendPool"}]
                            }
                          }]}
                        }]
                      }
                    }
                  }
                }
                """
                    .formatted(AzureSeedData.GALLERY, network(), network()));
    ((ObjectNode) set.path("sku")).put("capacity", capacity);
    withCustomData(set, "#cloud-config");
    return set;
  }

  static String network() {
    return "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.Network"
        .formatted(AzureSeedData.SUBSCRIPTION, GROUP);
  }

  static ObjectNode withCustomData(ObjectNode set, String text) {
    ((ObjectNode) profile(set).path("osProfile"))
        .put(
            "customData",
            Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    return set;
  }

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }
}
