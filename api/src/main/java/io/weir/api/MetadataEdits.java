package io.weir.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Edits the metadata of an object's tree; each is without effect when it is so already. */
public final class MetadataEdits {

  private MetadataEdits() {}

  /** Adds a finalizer. */
  public static void addFinalizer(ObjectNode tree, String finalizer) {
    ArrayNode finalizers = tree.withObject("/metadata").withArray("finalizers");
    for (JsonNode present : finalizers) {
      if (present.asText().equals(finalizer)) {
        return;
      }
    }
    finalizers.add(finalizer);
  }

  /** Removes a finalizer; others stay. */
  public static void removeFinalizer(ObjectNode tree, String finalizer) {
    if (tree.at("/metadata/finalizers") instanceof ArrayNode finalizers) {
      finalizers.removeIf(present -> present.asText().equals(finalizer));
    }
  }

  /** Sets an annotation. */
  public static void setAnnotation(ObjectNode tree, String key, String value) {
    tree.withObject("/metadata").withObject("annotations").put(key, value);
  }

  /** Removes an annotation, if it is there. */
  public static void removeAnnotation(ObjectNode tree, String key) {
    if (tree.at("/metadata/annotations") instanceof ObjectNode annotations) {
      annotations.remove(key);
    }
  }

  /** Sets a label. */
  public static void setLabel(ObjectNode tree, String key, String value) {
    tree.withObject("/metadata").withObject("labels").put(key, value);
  }

  /** Names an owner whose removal takes the object along; it does not control the object. */
  public static void addOwner(ObjectNode tree, ApiObject owner) {
    ObjectNode reference = reference(tree, owner);
    reference.put("apiVersion", owner.apiVersion());
  }

  /** The same, and the owner's removal in the foreground waits for that of the object. */
  public static void addWaitingOwner(ObjectNode tree, ApiObject owner) {
    ObjectNode reference = reference(tree, owner);
    reference.put("apiVersion", owner.apiVersion());
    reference.put("blockOwnerDeletion", true);
  }

  /** Makes an owner the controller of the object, and its removal wait for the object's. */
  public static void setController(ObjectNode tree, ApiObject owner) {
    ObjectNode reference = reference(tree, owner);
    reference.put("apiVersion", owner.apiVersion());
    reference.put("controller", true);
    reference.put("blockOwnerDeletion", true);
  }

  /** The entry of this owner, whatever version or former life of it the entry was written for. */
  private static ObjectNode reference(ObjectNode tree, ApiObject owner) {
    GroupKind kind = owner.groupKind();
    ArrayNode owners = tree.withObject("/metadata").withArray("ownerReferences");
    for (JsonNode present : owners) {
      boolean same =
          present.path("kind").asText().equals(kind.kind())
              && present.path("name").asText().equals(owner.name())
              && GroupKind.groupOf(present.path("apiVersion").asText()).equals(kind.group());
      if (same && present instanceof ObjectNode entry) {
        entry.put("uid", owner.uid());
        return entry;
      }
    }
    ObjectNode entry = owners.addObject();
    entry.put("kind", kind.kind());
    entry.put("name", owner.name());
    entry.put("uid", owner.uid());
    return entry;
  }
}
