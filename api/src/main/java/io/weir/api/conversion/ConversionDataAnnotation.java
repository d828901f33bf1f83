package io.weir.api.conversion;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The stored object, without metadata, in an annotation of the object in an older version. */
final class ConversionDataAnnotation {

  /** Half of what the API server allows for all annotations of an object, in bytes. */
  static final int MAX_BYTES = 128 * 1024;

  /** Texts of this many characters and less stay; names and paths are all shorter. */
  private static final int SHORT = 1024;

  private ConversionDataAnnotation() {}

  /**
   * Writes the annotation. One that would be large goes without long texts: the older version has
   * them all itself, and with them nobody could write such an object back.
   */
  static void write(ObjectNode older, ObjectNode hub) {
    ObjectNode kept = hub.deepCopy();
    kept.remove("metadata");
    String text = kept.toString();
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      shorten(kept);
      text = kept.toString();
    }
    TreeFields.getOrCreate(older, "metadata", "annotations")
        .put(MetadataKeys.CONVERSION_DATA, text);
  }

  private static void shorten(JsonNode tree) {
    switch (tree) {
      case ObjectNode object -> {
        object.removeIf(ConversionDataAnnotation::isLong);
        object.forEach(ConversionDataAnnotation::shorten);
      }
      case ArrayNode list -> {
        for (int i = 0; i < list.size(); i++) {
          if (isLong(list.get(i))) {
            list.set(i, ""); // its place counts
          }
          shorten(list.get(i));
        }
      }
      default -> {}
    }
  }

  private static boolean isLong(JsonNode value) {
    return value.isTextual() && value.textValue().length() > SHORT;
  }

  /**
   * Takes the annotation away and reads it.
   *
   * @param kind of which it must be
   * @param apiVersion in which it must be
   * @return empty if there is none, or it is not ours
   */
  static Optional<ObjectNode> remove(ObjectNode older, GroupKind kind, String apiVersion) {
    ObjectNode annotations = TreeFields.getOrEmpty(older, "metadata", "annotations");
    JsonNode text = annotations.remove(MetadataKeys.CONVERSION_DATA);
    if (text == null) {
      return Optional.empty();
    }
    TreeFields.dropIfEmpty(TreeFields.getOrEmpty(older, "metadata"), "annotations");
    TreeFields.dropIfEmpty(older, "metadata"); // a part of an object had none
    try {
      return Json.MAPPER.readTree(text.asText()) instanceof ObjectNode kept
              && kept.path("kind").asText(kind.kind()).equals(kind.kind())
              && kept.path("apiVersion").asText(apiVersion).equals(apiVersion)
          ? Optional.of(kept)
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
