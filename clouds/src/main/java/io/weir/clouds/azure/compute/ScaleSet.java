package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ResourceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A scale set. Guarded by the lock of its site. */
final class ScaleSet {
  final ResourceId id;
  final String uniqueId;
  final Instant created;
  final List<ScaleSetInstance> instances = new ArrayList<>();

  /** What was asked for, with what Azure never shows. */
  ObjectNode document;

  /** Counts changes of what new instances are made from. */
  int modelVersion = 1;

  /** Counts all changes. */
  int revision = 1;

  int nextInstance;
  boolean deleting;

  /** Whether nobody is shown it any more, although its machines are still there. */
  boolean goneEarly;

  String provisioningState = "Creating";

  ScaleSet(ResourceId id, String uniqueId, Instant created, ObjectNode document) {
    this.id = id;
    this.uniqueId = uniqueId;
    this.created = created;
    this.document = document;
  }

  String name() {
    return id.name();
  }

  String location() {
    return document.path("location").asText();
  }

  boolean isFlexible() {
    return properties().path("orchestrationMode").asText().equals("Flexible");
  }

  JsonNode properties() {
    return document.path("properties");
  }

  JsonNode profile() {
    return properties().path("virtualMachineProfile");
  }

  boolean isOverprovisioned() {
    return !isFlexible() && properties().path("overprovision").asBoolean();
  }

  boolean isSpot() {
    return profile().path("priority").asText("").equals("Spot");
  }

  String size() {
    return document.path("sku").path("name").asText();
  }

  int capacity() {
    return document.path("sku").path("capacity").asInt();
  }

  void setCapacity(int capacity) {
    ((ObjectNode) document.path("sku")).put("capacity", Math.max(0, capacity));
  }

  List<String> zones() {
    return document.path("zones").valueStream().map(JsonNode::asText).toList();
  }

  /** What it is compared by before a conditional write. */
  String etag() {
    return "\"%d\"".formatted(revision);
  }

  /** Those that nobody has ordered to go. */
  List<ScaleSetInstance> staying() {
    return instances.stream().filter(one -> !one.isDeleting()).toList();
  }

  Optional<ScaleSetInstance> instance(String instanceId) {
    return instances.stream().filter(one -> one.id.equalsIgnoreCase(instanceId)).findFirst();
  }
}
