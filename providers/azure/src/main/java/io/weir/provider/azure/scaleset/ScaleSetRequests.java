package io.weir.provider.azure.scaleset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Bodies of the writes to a scale set. They hold secrets: never logged. */
public final class ScaleSetRequests {

  private static final String TAGS = "tags";

  private ScaleSetRequests() {}

  /**
   * Makes the set: PUT.
   *
   * @param password of the administrator on Windows, whom nobody needs: random each time
   */
  public static ObjectNode create(ScaleSetStep.CreateScaleSet step, String password) {
    DesiredScaleSet want = step.want();
    ObjectNode body = want.document().deepCopy();
    body.put("location", want.placement().location());
    ObjectNode sku = (ObjectNode) body.path("sku");
    sku.put("capacity", step.capacity());
    body.set(TAGS, Json.MAPPER.valueToTree(new TreeMap<>(step.tags())));
    ObjectNode properties = (ObjectNode) body.path("properties");
    properties.put("orchestrationMode", want.placement().flexible() ? "Flexible" : "Uniform");
    properties.put("singlePlacementGroup", false);
    if (!want.placement().flexible()) {
      properties.put("overprovision", false);
      properties.putObject("upgradePolicy").put("mode", "Manual");
    }
    placement(body, want.placement());
    JsonNode profile = properties.path(ScaleSetModel.PROFILE);
    if (profile.path("osProfile") instanceof ObjectNode os && os.has("windowsConfiguration")) {
      os.put("adminPassword", password);
    }
    putCustomData(body, want);
    return withProtectedSettings(body, want);
  }

  private static void placement(ObjectNode body, DesiredScaleSet.Placement placement) {
    ObjectNode properties = (ObjectNode) body.path("properties");
    if (!placement.zones().isEmpty()) {
      ArrayNode zones = body.putArray("zones");
      placement.zones().forEach(zones::add);
    }
    if (placement.faultDomains() != null) {
      properties.put("platformFaultDomainCount", placement.faultDomains());
    }
    if (placement.zoneBalance() != null) {
      properties.put("zoneBalance", placement.zoneBalance());
    }
  }

  /** Brings the model to what is wanted: PATCH. */
  public static ObjectNode updateModel(ScaleSetStep.UpdateModel step) {
    ObjectNode body = step.patch().deepCopy();
    body.set(TAGS, Json.MAPPER.valueToTree(step.tags()));
    if (step.withCustomData()) {
      putCustomData(body, step.want());
    }
    // Azure takes a SKU whole.
    step.capacity()
        .ifPresent(
            capacity ->
                body.set(
                    "sku",
                    step.want()
                        .document()
                        .path("sku")
                        .<ObjectNode>deepCopy()
                        .put("capacity", capacity)));
    return withProtectedSettings(body, step.want());
  }

  private static void putCustomData(ObjectNode body, DesiredScaleSet want) {
    object(object(object(body, "properties"), ScaleSetModel.PROFILE), "osProfile")
        .put("customData", want.customData().base64());
  }

  /** What Azure does not show again is said each time that the part of it is. */
  private static ObjectNode withProtectedSettings(ObjectNode body, DesiredScaleSet want) {
    JsonNode profile = body.path("properties").path(ScaleSetModel.PROFILE);
    Map<String, Map<String, String>> settings = want.model().protectedSettings().byExtension();
    for (JsonNode each : profile.path("extensionProfile").path("extensions")) {
      var secret = settings.get(each.path("name").asText());
      if (secret != null && each.path("properties") instanceof ObjectNode properties) {
        properties.set("protectedSettings", Json.MAPPER.valueToTree(secret));
      }
    }
    return body;
  }

  private static ObjectNode object(ObjectNode parent, String field) {
    return parent.path(field) instanceof ObjectNode there ? there : parent.putObject(field);
  }

  /** Sets the size: PATCH. */
  public static ObjectNode setCapacity(ScaleSetStep.SetCapacity step) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    // Azure takes a SKU whole.
    body.putObject("sku")
        .put("name", step.vmSize())
        .put("tier", "Standard")
        .put("capacity", step.capacity());
    return body;
  }

  /** Renews the custom data: PATCH. */
  public static ObjectNode renewCustomData(ScaleSetStep.RenewCustomData step) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.set(TAGS, Json.MAPPER.valueToTree(step.tags()));
    putCustomData(body, step.want());
    return body;
  }

  /** Adds zones: PATCH. */
  public static ObjectNode addZones(ScaleSetStep.AddZones step) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    ArrayNode zones = body.putArray("zones");
    step.zones().forEach(zones::add);
    return body;
  }

  /** Sets tags: PATCH, always all of them, as Azure replaces them whole. */
  public static ObjectNode setTags(Map<String, String> tags) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.set(TAGS, Json.MAPPER.valueToTree(tags));
    return body;
  }

  /** Names instances: POST to {@code /delete} and {@code /manualupgrade}. */
  public static ObjectNode instances(Collection<String> ids) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    ArrayNode instances = body.putArray("instanceIds");
    ids.forEach(instances::add);
    return body;
  }
}
