package io.weir.api.conversion;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The stored object, without metadata, in an annotation of the object in an older version. */
final class ConversionDataAnnotation {

  /** What the API server allows for all annotations of an object, in bytes. */
  static final int MAX_ALL = 256 * 1024;

  /** Leaves room for other annotations, which somebody may add before the object comes back. */
  static final int MAX_BYTES = MAX_ALL / 2;

  /** Texts of this many characters and less stay; names and paths are all shorter. */
  private static final int SHORT = 1024;

  private ConversionDataAnnotation() {}

  /**
   * Writes the annotation. One that would be large goes without long texts: the older version has
   * them all itself, and with them nobody could write such an object back. Where there is no room
   * for it among the other annotations, there is none: the API server would refuse the object, and
   * with it each list that the object is in.
   */
  static void write(ObjectNode older, ObjectNode hub) {
    ObjectNode annotations = TreeFields.getOrCreate(older, "metadata", "annotations");
    annotations.remove(MetadataKeys.CONVERSION_DATA);
    long room = MAX_ALL - bytes(annotations) - bytes(MetadataKeys.CONVERSION_DATA);
    text(hub, false, Math.min(MAX_BYTES, room))
        .or(() -> text(hub, true, room))
        .ifPresentOrElse(
            text -> annotations.put(MetadataKeys.CONVERSION_DATA, text),
            () -> TreeFields.dropIfEmpty(TreeFields.getOrEmpty(older, "metadata"), "annotations"));
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static long bytes(ObjectNode annotations) {
    return annotations.properties().stream()
        .mapToLong(each -> bytes(each.getKey()) + bytes(each.getValue().asText()))
        .sum();
  }

  /** Empty if it would be longer, which takes no more memory than the longest. */
  private static Optional<String> text(ObjectNode hub, boolean shortened, long longest) {
    ObjectNode kept = hub.objectNode();
    for (var each : hub.properties()) {
      if (!each.getKey().equals("metadata")) {
        kept.set(each.getKey(), each.getValue());
      }
    }
    return BoundedText.of(kept, longest, value -> shortened && isLong(value));
  }

  private static boolean isLong(JsonNode value) {
    return (value.isTextual() && value.textValue().length() > SHORT)
        || (OpaqueText.is(value) && OpaqueText.length(value) > SHORT);
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
      return read(text.asText(), apiVersion) instanceof ObjectNode kept
              && kept.path("kind").asText(kind.kind()).equals(kind.kind())
              && kept.path("apiVersion").asText(apiVersion).equals(apiVersion)
          ? Optional.of(kept)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static JsonNode read(String text, String apiVersion) throws IOException {
    try (JsonParser in = OpaqueText.parser(text)) {
      return in.nextToken() == null
          ? MissingNode.getInstance()
          : ConvertibleTree.read(in, apiVersion, () -> OpaqueText.copy(in));
    }
  }
}
