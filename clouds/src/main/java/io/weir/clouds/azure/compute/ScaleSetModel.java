package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What the instances of a scale set are made from: size, plan and profile. */
final class ScaleSetModel {
  private ScaleSetModel() {}

  /** That of a new instance. */
  static ObjectNode of(ScaleSet set) {
    return of(set.document);
  }

  static ObjectNode of(JsonNode document) {
    ObjectNode model = JsonNodeFactory.instance.objectNode();
    model.put("sku", document.path("sku").path("name").asText());
    model.set("plan", document.path("plan").deepCopy());
    model.set("profile", document.path("properties").path("virtualMachineProfile").deepCopy());
    return model;
  }

  /** Its extensions in the order in which they run. */
  static List<JsonNode> extensions(JsonNode model) {
    return model.path("profile").path("extensionProfile").path("extensions").valueStream().toList();
  }
}
