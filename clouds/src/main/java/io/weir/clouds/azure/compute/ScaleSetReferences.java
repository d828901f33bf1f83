package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.network.NetworkReferences;

/** Whether all that a profile refers to exists. */
final class ScaleSetReferences {
  private final NetworkReferences network;
  private final ImageCatalog images;

  ScaleSetReferences(NetworkReferences network, ImageCatalog images) {
    this.network = network;
    this.images = images;
  }

  void require(JsonNode profile, ResourceId from) {
    images.require(profile);
    for (JsonNode card : profile.path("networkProfile").path("networkInterfaceConfigurations")) {
      for (JsonNode address : card.path("properties").path("ipConfigurations")) {
        JsonNode properties = address.path("properties");
        network.require(properties.path("subnet").path("id").asText(""), from);
        for (JsonNode pool : properties.path("loadBalancerBackendAddressPools")) {
          network.require(pool.path("id").asText(""), from);
        }
      }
    }
  }
}
