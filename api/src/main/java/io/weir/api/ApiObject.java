package io.weir.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object as the API server gave it, whole, so that nothing we do not know is lost. Treated as
 * immutable: it may be shared by caches and threads; {@link #copyTree()} gives a tree to change.
 */
public final class ApiObject {

  private final ObjectNode tree;
  private volatile @Nullable Object view;

  public ApiObject(ObjectNode tree) {
    this.tree = tree;
  }

  /** A tree of the caller's own, to change. */
  public ObjectNode copyTree() {
    return tree.deepCopy();
  }

  /** Whether both hold the same to the last field. */
  public boolean isIdenticalTo(ApiObject other) {
    return tree.equals(other.tree);
  }

  public String apiVersion() {
    return text("/apiVersion");
  }

  public GroupKind groupKind() {
    return new GroupKind(GroupKind.groupOf(apiVersion()), text("/kind"));
  }

  public ObjectKey key() {
    return new ObjectKey(namespace(), name());
  }

  public String namespace() {
    return text("/metadata/namespace");
  }

  public String name() {
    return text("/metadata/name");
  }

  public String uid() {
    return text("/metadata/uid");
  }

  public String resourceVersion() {
    return text("/metadata/resourceVersion");
  }

  public long generation() {
    return at("/metadata/generation").asLong();
  }

  public Optional<Instant> deletionTimestamp() {
    return instant("/metadata/deletionTimestamp");
  }

  public Optional<Instant> creationTimestamp() {
    return instant("/metadata/creationTimestamp");
  }

  public boolean isDeleting() {
    return !text("/metadata/deletionTimestamp").isEmpty();
  }

  public Map<String, String> labels() {
    return strings("/metadata/labels");
  }

  public Map<String, String> annotations() {
    return strings("/metadata/annotations");
  }

  public Optional<String> label(String key) {
    return Optional.ofNullable(labels().get(key));
  }

  public Optional<String> annotation(String key) {
    return Optional.ofNullable(annotations().get(key));
  }

  public List<String> finalizers() {
    var found = new ArrayList<String>();
    at("/metadata/finalizers").forEach(node -> found.add(node.asText()));
    return List.copyOf(found);
  }

  public boolean hasFinalizer(String finalizer) {
    return finalizers().contains(finalizer);
  }

  public List<OwnerReference> ownerReferences() {
    var found = new ArrayList<OwnerReference>();
    at("/metadata/ownerReferences")
        .forEach(node -> found.add(Json.MAPPER.convertValue(node, OwnerReference.class)));
    return List.copyOf(found);
  }

  /** The owner with {@code controller: true}, if there is one. */
  public Optional<OwnerReference> controller() {
    return ownerReferences().stream().filter(OwnerReference::controller).findFirst();
  }

  /** The spec; a missing node when there is none. */
  public JsonNode spec() {
    return tree.path("spec");
  }

  /** The status; a missing node when there is none. */
  public JsonNode status() {
    return tree.path("status");
  }

  /** The node at a JSON pointer; a {@link MissingNode} when there is none. Not to be changed. */
  public JsonNode at(String pointer) {
    return tree.at(pointer);
  }

  /**
   * This object as a record with the components that the caller reads; the last view is kept.
   *
   * @throws IllegalArgumentException if the object does not have the record's shape
   */
  public <T> T as(Class<T> type) {
    Object kept = view;
    if (type.isInstance(kept)) {
      return type.cast(kept);
    }
    T made = Json.MAPPER.convertValue(tree, type);
    view = made;
    return made;
  }

  private String text(String pointer) {
    return tree.at(pointer).asText("");
  }

  private Optional<Instant> instant(String pointer) {
    String text = text(pointer);
    return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
  }

  private Map<String, String> strings(String pointer) {
    var found = new LinkedHashMap<String, String>();
    at(pointer).properties().forEach(entry -> found.put(entry.getKey(), entry.getValue().asText()));
    return Map.copyOf(found);
  }

  @Override
  public String toString() {
    return groupKind().kind() + " " + key();
  }
}
