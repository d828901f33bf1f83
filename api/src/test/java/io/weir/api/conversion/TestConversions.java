package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.io.IOException;
import java.util.Optional;

/** Conversions as tests call them. */
final class TestConversions {

  /** A cluster that has the definitions of all kinds that are referred to. */
  static final ContractVersions INSTALLED = kind -> Optional.of("v1beta2");

  /** A cluster without providers. */
  static final ContractVersions ABSENT = kind -> Optional.empty();

  private TestConversions() {}

  /** The conversion for an object's kind. */
  static Conversion of(ObjectNode object) {
    String kind = object.path("kind").asText();
    return Conversions.all().stream()
        .filter(each -> each.kind().kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  /** An object in a namespace, with a spec. */
  static ObjectNode object(String apiVersion, String kind, String spec) throws IOException {
    ObjectNode made = Json.MAPPER.createObjectNode();
    made.put("apiVersion", apiVersion).put("kind", kind);
    made.putObject("metadata").put("name", "o").put("namespace", "team-a");
    made.set("spec", Json.MAPPER.readTree(spec));
    return made;
  }
}
