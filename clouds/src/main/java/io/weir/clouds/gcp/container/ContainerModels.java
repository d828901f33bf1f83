package io.weir.clouds.gcp.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Google's models of the bodies of Kubernetes Engine: fields, types and the values of enumerations,
 * taken from its discovery document of revision 20261027 (PyPI google-api-python-client 2.202.0,
 * {@code googleapiclient/discovery_cache/documents/container.v1.json}).
 */
final class ContainerModels {
  private static final String ENUM = "enum ";

  private final JsonNode models;

  ContainerModels() {
    String resource = "/io/weir/clouds/gcp/container-v1-models.json";
    try (InputStream file = ContainerModels.class.getResourceAsStream(resource)) {
      models = new ObjectMapper().readTree(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Checks the body of a request.
   *
   * @throws io.weir.clouds.gcp.wire.GcpErrorException if it is not as its model says
   */
  void check(String model, JsonNode body) {
    List<String> problems = problems(model, body);
    if (!problems.isEmpty()) {
      throw RpcCode.INVALID_ARGUMENT.error(
          "Invalid JSON payload received: " + String.join(", ", problems));
    }
  }

  /** What of a body is not as its model says, each with its place; empty if all is. */
  List<String> problems(String model, JsonNode body) {
    var problems = new ArrayList<String>();
    value("#" + model, body, "body", problems);
    return problems;
  }

  private void value(String type, JsonNode value, String at, List<String> problems) {
    boolean fits =
        switch (type) {
          case "any" -> true;
          case "string" -> value.isTextual();
          case "boolean" -> value.isBoolean();
          case "number" -> value.isNumber();
          // Protobuf's JSON takes either.
          case "integer", "int64" -> value.isIntegralNumber() || value.asText("").matches("-?\\d+");
          default -> below(type, value, at, problems);
        };
    if (!fits) {
      problems.add("%s cannot be %s".formatted(at, value));
    }
  }

  private boolean below(String type, JsonNode value, String at, List<String> problems) {
    if (type.startsWith(ENUM)) {
      return List.of(type.substring(ENUM.length()).split(" ")).contains(value.asText());
    }
    if (type.startsWith("#")) {
      JsonNode fields = models.path(type.substring(1));
      for (var field : value.properties()) {
        String place = at + "." + field.getKey();
        String known = fields.path(field.getKey()).asText("");
        if (known.isEmpty()) {
          problems.add(place + " is unknown");
        } else {
          value(known, field.getValue(), place, problems);
        }
      }
      return value.isObject();
    }
    value.forEach(each -> value(type.substring(2), each, at + "[]", problems));
    return type.startsWith("[]") ? value.isArray() : value.isObject();
  }
}
