package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.List;

/**
 * References to objects of other kinds: with a version in {@code apiVersion} and much that nobody
 * reads in the older version, by group, kind and name in the stored one.
 */
final class ReferenceConversion {

  /**
   * Written where the definition of a kind is absent or names no version. Whoever follows the
   * reference fails then anyhow; whoever reads the object must not. Coming back, only the group is
   * taken from it, so that nothing is lost.
   */
  static final String UNKNOWN_VERSION = "v1beta1";

  private static final List<String> UNUSED =
      List.of("apiVersion", "namespace", "uid", "resourceVersion", "fieldPath");

  private ReferenceConversion() {}

  /** Keeps group, kind and name. */
  static void toHub(ObjectNode reference) {
    String apiVersion = reference.path("apiVersion").asText("");
    reference.remove(UNUSED);
    String group = GroupKind.groupOf(apiVersion);
    if (!group.isEmpty()) {
      reference.put("apiGroup", group);
    }
  }

  /** Adds the version in which the kind serves the contract, and the object's own namespace. */
  static void fromHub(ObjectNode reference, JsonNode object, ContractVersions contracts) {
    JsonNode group = reference.remove("apiGroup");
    if (group != null && !group.asText().isEmpty()) {
      var kind = new GroupKind(group.asText(), reference.path("kind").asText(""));
      reference.put(
          "apiVersion", kind.group() + "/" + contracts.versionOf(kind).orElse(UNKNOWN_VERSION));
    }
    JsonNode namespace = object.at("/metadata/namespace");
    if (namespace.isTextual() && !reference.isEmpty()) {
      reference.put("namespace", namespace.asText());
    }
  }
}
