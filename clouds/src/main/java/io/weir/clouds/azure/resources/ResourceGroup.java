package io.weir.clouds.azure.resources;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A resource group. Guarded by the lock of its site. */
public final class ResourceGroup {
  private final String name;
  private final String location;
  private ObjectNode tags;
  private boolean deleting;

  ResourceGroup(String name, String location, ObjectNode tags) {
    this.name = name;
    this.location = location;
    this.tags = tags;
  }

  /** Its name, as it was first written. */
  public String name() {
    return name;
  }

  /** Where it lies; its resources may lie elsewhere. */
  public String location() {
    return location;
  }

  boolean isDeleting() {
    return deleting;
  }

  void markDeleting() {
    deleting = true;
  }

  void setTags(ObjectNode newTags) {
    tags = newTags;
  }

  ObjectNode toJson(String subscription) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", "/subscriptions/%s/resourceGroups/%s".formatted(subscription, name));
    json.put("name", name).put("type", "Microsoft.Resources/resourceGroups");
    json.put("location", location);
    json.set("tags", tags.deepCopy());
    json.putObject("properties").put("provisioningState", deleting ? "Deleting" : "Succeeded");
    return json;
  }

  ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    saved.put("name", name).put("location", location).put("deleting", deleting);
    saved.set("tags", tags);
    return saved;
  }
}
