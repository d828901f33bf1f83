package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Schemas of the kinds that are converted, as their definitions have them. */
public final class ConversionSchemas {

  private static final List<ApiObject> CRDS = Crds.core();

  /** What a spec has elsewhere in v1beta1 than in the stored version. */
  private static final Map<String, String> MOVED =
      Map.ofEntries(
          Map.entry("topology/class", "topology/classRef/name"),
          Map.entry("topology/classNamespace", "topology/classRef/namespace"),
          Map.entry(
              "topology/controlPlane/machineHealthCheck/remediationTemplate",
              "topology/controlPlane/healthCheck/remediation/templateRef"),
          Map.entry(
              "topology/workers/machineDeployments[]/machineHealthCheck/remediationTemplate",
              "topology/workers/machineDeployments[]/healthCheck/remediation/templateRef"),
          Map.entry(
              "topology/workers/machineDeployments[]/strategy",
              "topology/workers/machineDeployments[]/rollout/strategy"),
          Map.entry("minReadySeconds", "template/spec/minReadySeconds"),
          Map.entry("strategy", "rollout/strategy"),
          Map.entry("remediationTemplate", "remediation/templateRef"));

  private ConversionSchemas() {}

  /** All that are converted. */
  static Stream<GroupKind> kinds() {
    return Conversions.all().stream().map(Conversion::kind);
  }

  public static JsonNode of(GroupKind kind, String version) {
    for (JsonNode each : crd(kind).spec().path("versions")) {
      if (each.path("name").asText().equals(version)) {
        return each.path("schema").path("openAPIV3Schema");
      }
    }
    throw new IllegalArgumentException("%s has no version %s".formatted(kind, version));
  }

  private static ApiObject crd(GroupKind kind) {
    return CRDS.stream()
        .filter(crd -> crd.at("/spec/names/kind").asText().equals(kind.kind()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The schema of the older version with the limits that the stored version has at the same place:
   * what it accepts, the stored version can hold.
   */
  static JsonNode olderThatFits(GroupKind kind) {
    JsonNode both = of(kind, "v1beta1").deepCopy();
    JsonNode stored = of(kind, "v1beta2");
    limit(both, stored);
    MOVED.forEach((older, hub) -> limitField(specField(both, older), specField(stored, hub)));
    return both;
  }

  private static JsonNode specField(JsonNode schema, String path) {
    return schema.at(
        "/properties/spec/properties/" + path.replace("/", "/properties/").replace("[]", "/items"));
  }

  private static void limit(JsonNode schema, JsonNode by) {
    var target = (ObjectNode) schema;
    if (!target.path("type").equals(by.path("type"))) {
      return;
    }
    for (String limit :
        List.of("minLength", "maxLength", "pattern", "minimum", "maximum", "enum", "minItems")) {
      if (by.has(limit)) {
        target.set(limit, by.path(limit));
      }
    }
    if (by.path("minProperties").asInt() > 0) {
      target.set("minProperties", by.path("minProperties"));
    }
    ArrayNode required = target.withArray("required");
    by.path("required").forEach(name -> require(target, required, name));
    by.path("properties")
        .properties()
        .forEach(e -> limitField(target.path("properties").path(e.getKey()), e.getValue()));
    for (String below : List.of("items", "additionalProperties")) {
      limitField(target.path(below), by.path(below));
    }
  }

  private static void require(ObjectNode target, ArrayNode required, JsonNode name) {
    // The group of a reference comes from its apiVersion.
    String field = name.asText().equals("apiGroup") ? "apiVersion" : name.asText();
    if (target.path("properties").has(field)) {
      required.add(field);
    }
  }

  private static void limitField(JsonNode schema, JsonNode by) {
    if (schema.isObject() && by.isObject()) {
      limit(schema, by);
    }
  }
}
