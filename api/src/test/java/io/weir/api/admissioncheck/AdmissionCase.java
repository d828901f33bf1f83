package io.weir.api.admissioncheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.admission.AdmissionRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A write that rules are asked about.
 *
 * @param name what is written, for the golden text
 * @param request the write
 */
public record AdmissionCase(String name, AdmissionRequest request) {

  /**
   * Reads the cases of a file: a {@code base} object, and {@code cases} that are made of it by JSON
   * merge patches. {@code create} patches the base; {@code update} patches what is stored, which is
   * the base patched by {@code old}.
   */
  public static List<AdmissionCase> read(Class<?> beside, String path) throws IOException {
    try (InputStream file = beside.getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalArgumentException("no file " + path);
      }
      JsonNode tree = new YAMLMapper().readTree(file);
      var cases = new ArrayList<AdmissionCase>();
      tree.path("cases").forEach(one -> cases.add(read((ObjectNode) tree.path("base"), one)));
      return List.copyOf(cases);
    }
  }

  private static AdmissionCase read(ObjectNode base, JsonNode one) {
    ObjectNode stored = patched(base, one.path("old"));
    AdmissionRequest admissionRequest =
        one.has("update")
            ? new AdmissionRequest(patched(stored, one.path("update")), Optional.of(stored))
            : new AdmissionRequest(
                patched(base, one.path("create")),
                Optional.empty(),
                one.path("dryRun").booleanValue());
    return new AdmissionCase(one.path("name").textValue(), admissionRequest);
  }

  private static ObjectNode patched(ObjectNode object, JsonNode patch) {
    ObjectNode patched = object.deepCopy();
    patch
        .properties()
        .forEach(
            change -> {
              String field = change.getKey();
              JsonNode value = change.getValue();
              if (value.isNull()) {
                patched.remove(field);
              } else if (value.isObject() && patched.path(field) instanceof ObjectNode below) {
                patched.set(field, patched(below, value));
              } else {
                patched.set(field, value.deepCopy());
              }
            });
    return patched;
  }
}
