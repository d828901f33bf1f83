package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.site.LongOperation;
import java.time.Instant;

/**
 * Scale sets and instances as JSON, to go on from another time. An instance that was on its way
 * begins the step anew in which it was.
 */
final class ComputeStateJson {
  private ComputeStateJson() {}

  static ObjectNode scaleSet(ScaleSet set) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", set.id.toString()).put("uniqueId", set.uniqueId);
    saved.put("created", set.created.toString());
    saved.set("document", set.document.deepCopy());
    // Where reads of late tags look for them.
    saved.set("tags", set.document.path("tags").deepCopy());
    saved.put("modelVersion", set.modelVersion).put("revision", set.revision);
    saved.put("nextInstance", set.nextInstance).put("deleting", set.deleting);
    saved.put("goneEarly", set.goneEarly);
    saved.put("provisioningState", set.provisioningState);
    ArrayNode instances = saved.putArray("instances");
    set.instances.forEach(instance -> instances.add(instance(instance)));
    return saved;
  }

  private static ObjectNode instance(ScaleSetInstance instance) {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("id", instance.id).put("vmId", instance.vmId);
    saved.put("computerName", instance.computerName).put("zone", instance.zone);
    saved.put("address", instance.address).put("created", instance.created.toString());
    saved.set("model", instance.model.deepCopy());
    saved.put("modelVersion", instance.modelVersion);
    saved.put("provisioningState", instance.provisioningState);
    saved.put("power", instance.power.name()).put("surplus", instance.surplus);
    instance.extensions.forEach(saved.putObject("extensions")::put);
    if (instance.failure != null) {
      saved
          .putObject("failure")
          .put("code", instance.failure.code())
          .put("message", instance.failure.message());
    }
    return saved;
  }

  static ScaleSet scaleSet(JsonNode saved) {
    ObjectNode document = object(saved.path("document"));
    if (saved.path("tags").isObject()) {
      document.set("tags", saved.path("tags").deepCopy());
    }
    var set =
        new ScaleSet(
            ResourceId.parse(saved.path("id").asText()).orElseThrow(),
            saved.path("uniqueId").asText(),
            Instant.parse(saved.path("created").asText()),
            document);
    set.modelVersion = saved.path("modelVersion").asInt();
    set.revision = saved.path("revision").asInt();
    set.nextInstance = saved.path("nextInstance").asInt();
    set.deleting = saved.path("deleting").asBoolean();
    set.goneEarly = saved.path("goneEarly").asBoolean();
    set.provisioningState = saved.path("provisioningState").asText();
    saved.path("instances").forEach(one -> set.instances.add(instance(one, set)));
    return set;
  }

  private static ScaleSetInstance instance(JsonNode saved, ScaleSet set) {
    var instance =
        new ScaleSetInstance(
            set,
            saved.path("id").asText(),
            saved.path("vmId").asText(),
            saved.path("computerName").asText(),
            saved.path("zone").asText(),
            saved.path("address").asText(),
            Instant.parse(saved.path("created").asText()),
            object(saved.path("model")),
            saved.path("modelVersion").asInt());
    instance.provisioningState = saved.path("provisioningState").asText();
    instance.power = ScaleSetInstance.Power.valueOf(saved.path("power").asText());
    instance.surplus = saved.path("surplus").asBoolean();
    saved
        .path("extensions")
        .properties()
        .forEach(one -> instance.extensions.put(one.getKey(), one.getValue().asText()));
    JsonNode failure = saved.path("failure");
    if (failure.isObject()) {
      instance.failure =
          new LongOperation.Failure(
              failure.path("code").asText(), failure.path("message").asText());
    }
    return instance;
  }

  private static ObjectNode object(JsonNode saved) {
    if (saved instanceof ObjectNode object) {
      return object.deepCopy();
    }
    throw new IllegalArgumentException("no object: " + saved);
  }
}
