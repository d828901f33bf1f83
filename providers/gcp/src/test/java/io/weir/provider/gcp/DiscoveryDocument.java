package io.weir.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says what is wrong with a request or an answer by an extract of one of Google's discovery
 * documents: PyPI google-api-python-client 2.202.0, {@code
 * googleapiclient/discovery_cache/documents}.
 */
final class DiscoveryDocument {
  private final JsonNode document;
  private final String prefix;

  private DiscoveryDocument(String file, String prefix) {
    this.prefix = prefix;
    try (InputStream in =
        Objects.requireNonNull(DiscoveryDocument.class.getResourceAsStream(file), file)) {
      document = PoolFixture.json(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** That of Compute Engine: {@code compute.v1.json}. */
  static DiscoveryDocument compute() {
    return new DiscoveryDocument("/discovery/compute-v1-extract.json", "/compute/v1/");
  }

  /** That of Kubernetes Engine: {@code container.v1.json}. */
  static DiscoveryDocument container() {
    return new DiscoveryDocument("/discovery/container-v1-extract.json", "/v1/");
  }

  /** What is wrong with a call by the document that it is of; empty if nothing is. */
  static List<String> problems(
      List<DiscoveryDocument> documents, RecordingProxy.Exchange exchange) {
    return documents.stream()
        .filter(document -> exchange.path().startsWith(document.prefix))
        .findFirst()
        .map(document -> document.problems(exchange))
        .orElseGet(() -> List.of("of no document: " + exchange.path()));
  }

  /** What is wrong with a call; empty if nothing is. */
  List<String> problems(RecordingProxy.Exchange exchange) {
    Optional<Map.Entry<String, JsonNode>> found =
        document.path("methods").properties().stream()
            .filter(method -> isOf(method.getValue(), exchange))
            .findFirst();
    if (found.isEmpty()) {
      return List.of("no method: %s %s".formatted(exchange.method(), exchange.path()));
    }
    JsonNode method = found.get().getValue();
    var problems = new ArrayList<String>();
    for (String parameter : exchange.parameters()) {
      if (!contains(method.path("parameters"), parameter)
          && !contains(document.path("parameters"), parameter)) {
        problems.add("no parameter " + parameter);
      }
    }
    check(method.path("request"), exchange.request(), "request", problems);
    if (exchange.status() == 200) {
      check(method.path("response"), exchange.answer(), "answer", problems);
    }
    return problems.stream().map(each -> found.get().getKey() + ": " + each).toList();
  }

  private boolean isOf(JsonNode method, RecordingProxy.Exchange exchange) {
    String path =
        Pattern.quote(method.path("path").asText()).replaceAll("\\{\\w+}", "\\\\E[^/]+\\\\Q");
    return method.path("httpMethod").asText().equals(exchange.method())
        && exchange.path().matches(prefix + path);
  }

  private static boolean contains(JsonNode list, String text) {
    return list.valueStream().anyMatch(each -> each.asText().equals(text));
  }

  private void check(JsonNode schema, JsonNode value, String at, List<String> problems) {
    if (schema.isMissingNode()) {
      if (value.isObject() && !value.isEmpty()) {
        problems.add(at + ": nothing is expected");
      }
      return;
    }
    checkValue(schema.isTextual() ? named(schema.asText()) : schema, value, at, problems);
  }

  private JsonNode named(String schema) {
    return document.path("schemas").path(schema);
  }

  private void checkValue(JsonNode schema, JsonNode value, String at, List<String> problems) {
    if (schema.has("$ref")) {
      checkValue(named(schema.path("$ref").asText()), value, at, problems);
      return;
    }
    boolean fits =
        switch (schema.path("type").asText()) {
          case "object" -> value.isObject();
          case "array" -> value.isArray();
          case "string" -> value.isTextual();
          case "boolean" -> value.isBoolean();
          case "integer", "number" -> value.isNumber();
          default -> true;
        };
    if (!fits) {
      problems.add("%s: %s is no %s".formatted(at, value, schema.path("type").asText()));
    } else if (schema.has("enum") && !contains(schema.path("enum"), value.asText())) {
      problems.add("%s: %s is none of %s".formatted(at, value, schema.path("enum")));
    }
    if (value.isArray()) {
      value.forEach(item -> checkValue(schema.path("items"), item, at + "[]", problems));
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      String below = at + "." + field.getKey();
      JsonNode property = schema.path("properties").path(field.getKey());
      if (property.isMissingNode()) {
        property = schema.path("additionalProperties");
      }
      if (property.isMissingNode()) {
        problems.add(below + ": no such property");
      } else {
        checkValue(property, field.getValue(), below, problems);
      }
    }
  }
}
