package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import java.util.List;

/** Scale sets as Azure shows them. */
final class ScaleSetJson {
  private static final List<String> SECRETS = List.of("customData", "adminPassword");

  private ScaleSetJson() {}

  static ObjectNode of(ScaleSet set) {
    ObjectNode json = set.document.objectNode();
    json.put("name", set.name()).put("id", set.id.toString()).put("type", ArmCall.SCALE_SET);
    json.setAll(set.document.deepCopy());
    json.put("etag", set.etag());
    ObjectNode properties = Documents.object(json, "properties");
    if (properties.path("virtualMachineProfile") instanceof ObjectNode profile) {
      hideSecrets(profile);
      profile.put("timeCreated", set.created.toString());
    }
    properties
        .put("provisioningState", set.provisioningState)
        .put("uniqueId", set.uniqueId)
        .put("timeCreated", set.created.toString());
    return json;
  }

  static void hideSecrets(ObjectNode profile) {
    if (profile.path("osProfile") instanceof ObjectNode os) {
      os.remove(SECRETS);
    }
    for (var extension : ScaleSetModel.extensions(profile.objectNode().set("profile", profile))) {
      if (extension.path("properties") instanceof ObjectNode properties) {
        properties.remove("protectedSettings");
      }
    }
  }
}
