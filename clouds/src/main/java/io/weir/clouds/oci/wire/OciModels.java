package io.weir.clouds.oci.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Oracle's models of bodies: fields, types and the values of enumerations, taken from its Python
 * SDK ({@code oci} 2.189.0).
 */
public final class OciModels {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode models;

  private OciModels(JsonNode models) {
    this.models = models;
  }

  /** Those of Container Engine. */
  public static OciModels containerEngine() {
    return read("/io/weir/clouds/oci/container-engine-models.json");
  }

  /** Those of Compute Management. */
  public static OciModels core() {
    return read("/io/weir/clouds/oci/core-models.json");
  }

  private static OciModels read(String resource) {
    try (InputStream file = OciModels.class.getResourceAsStream(resource)) {
      return new OciModels(JSON.readTree(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** What of a body is not as its model says, each with its place; empty if all is. */
  public List<String> problems(String model, JsonNode body) {
    var problems = new ArrayList<String>();
    object(model, body, "", problems);
    return problems;
  }

  /**
   * Checks the body of a request.
   *
   * @throws OciErrorException if it is not as its model says
   */
  public void check(String model, JsonNode body) {
    List<String> problems = problems(model, body);
    if (!problems.isEmpty()) {
      throw OciErrorException.invalid(String.join(", ", problems));
    }
  }

  private void object(String model, JsonNode value, String at, List<String> problems) {
    JsonNode definition = models.path(model);
    JsonNode discriminator = definition.path("discriminator");
    String subtype =
        discriminator
            .path("types")
            .path(value.path(discriminator.path("field").asText()).asText())
            .asText("");
    if (!subtype.isEmpty() && !subtype.equals(model)) {
      object(subtype, value, at, problems);
      return;
    }
    if (!value.isObject()) {
      problems.add(at + " is no object");
      return;
    }
    value
        .properties()
        .forEach(
            field -> {
              String place = at.isEmpty() ? field.getKey() : at + "." + field.getKey();
              String type = definition.path("fields").path(field.getKey()).asText("");
              if (type.isEmpty()) {
                problems.add(place + " is unknown");
              } else {
                value(type, field.getValue(), place, problems);
                allowed(definition, field.getKey(), field.getValue(), place, problems);
              }
            });
  }

  private static void allowed(
      JsonNode definition, String name, JsonNode value, String place, List<String> problems) {
    JsonNode values = definition.path("enums").path(name);
    boolean known = values.valueStream().anyMatch(each -> each.asText().equals(value.asText()));
    if (values.isArray() && value.isTextual() && !known) {
      problems.add("%s cannot be %s".formatted(place, value.asText()));
    }
  }

  private void value(String type, JsonNode value, String at, List<String> problems) {
    boolean fits =
        switch (type) {
          case "str", "datetime" -> value.isTextual();
          case "int" -> value.isIntegralNumber();
          case "float" -> value.isNumber();
          case "bool" -> value.isBoolean();
          case "object" -> true;
          default -> {
            if (type.startsWith("list[") && value.isArray()) {
              String item = type.substring("list[".length(), type.length() - 1);
              value.forEach(each -> value(item, each, at + "[]", problems));
              yield true;
            }
            if (type.startsWith("dict(str,") && value.isObject()) {
              String item = type.substring("dict(str,".length(), type.length() - 1);
              value.forEach(each -> value(item, each, at + "{}", problems));
              yield true;
            }
            if (models.has(type)) {
              object(type, value, at, problems);
              yield true;
            }
            yield false;
          }
        };
    if (!fits) {
      problems.add("%s is no %s".formatted(at, type));
    }
  }
}
