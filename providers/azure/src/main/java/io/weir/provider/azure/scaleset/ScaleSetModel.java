package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What machines of a scale set are made from, in ARM's form; canonical. Its fields enter the
 * fingerprint that the set carries: another form of what says the same needs a new rule in {@link
 * DesiredScaleSet}.
 *
 * @param document {@code sku.name}, {@code plan}, {@code identity}, {@code
 *     properties.additionalCapabilities} and {@code properties.virtualMachineProfile}, each where
 *     it says something; without what Azure does not show again
 * @param protectedSettings the secret settings of its extensions
 */
public record ScaleSetModel(ObjectNode document, ProtectedSettings protectedSettings) {

  static final String PROFILE = "virtualMachineProfile";
  private static final TypeReference<TreeMap<String, Object>> MAP = new TypeReference<>() {};

  public ScaleSetModel {
    document = document.deepCopy();
  }

  /** In the form that a digest is made of. */
  public record Content(Map<String, Object> document, String protectedSettings) {}

  public Content content() {
    return new Content(Json.MAPPER.convertValue(document, MAP), protectedSettings.sha256());
  }

  private JsonNode profile() {
    return document.path("properties").path(PROFILE);
  }

  /** Names of its extensions. */
  List<String> extensionNames() {
    return profile()
        .path("extensionProfile")
        .path("extensions")
        .valueStream()
        .map(each -> each.path("name").asText())
        .toList();
  }
}
