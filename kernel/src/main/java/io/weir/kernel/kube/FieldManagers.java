package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Excerpt;
import java.util.Collection;
import java.util.Optional;

/** Who else has set fields of an object, as the API server remembers it. */
final class FieldManagers {

  private FieldManagers() {}

  /**
   * The first other field manager that holds one of the fields. One that took a field away shows
   * nowhere.
   *
   * @param object with its managed fields
   * @param paths such as {@code metadata.labels.a}
   */
  static Optional<String> of(JsonNode object, Collection<String> paths) {
    for (JsonNode entry : object.path("metadata").path("managedFields")) {
      String manager = entry.path("manager").asText("");
      boolean other = !manager.isEmpty() && !manager.equals(KubeClient.FIELD_MANAGER);
      if (other && paths.stream().anyMatch(path -> holds(entry.path("fieldsV1"), path))) {
        return Optional.of(Excerpt.of(manager));
      }
    }
    return Optional.empty();
  }

  /** Keys may have dots of their own, so the path is taken off the front, key by key. */
  private static boolean holds(JsonNode fields, String path) {
    JsonNode whole = fields.path("f:" + path);
    if (!whole.isMissingNode()) {
      return true;
    }
    for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
      JsonNode inner = fields.path("f:" + path.substring(0, dot));
      if (!inner.isMissingNode() && holds(inner, path.substring(dot + 1))) {
        return true;
      }
    }
    return false;
  }
}
