package io.weir.clouds.aws.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The protocols whose bodies are JSON: of services whose paths tell what is asked, and of those
 * where a header does. Requests and answers are checked against the table of the service; what does
 * not fit fails loudly.
 *
 * @param table of the service
 */
public record JsonBodies(ServiceModel table) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What is asked.
   *
   * @param action the operation
   * @param variables those of the path, by the names in the model's path
   */
  public record Match(String action, Map<String, String> variables) {
    public Match {
      variables = Map.copyOf(variables);
    }
  }

  /**
   * The operation that is asked for; empty if there is none.
   *
   * @param target the header that names it, such as {@code AmazonSSM.GetParameter}; services that
   *     are asked by paths do not read it
   */
  public Optional<Match> match(String method, String rawPath, String target) {
    if (!table.isRest()) {
      String action = target.substring(target.lastIndexOf('.') + 1);
      return Optional.of(action)
          .filter(table.operations()::contains)
          .map(known -> new Match(known, Map.of()));
    }
    String[] given = rawPath.split("/", -1);
    return table.table().stream()
        .filter(operation -> operation.method().equals(method))
        .flatMap(
            operation ->
                variables(operation.uri().split("/", -1), given)
                    .map(found -> new Match(operation.name(), found))
                    .stream())
        .findFirst();
  }

  private static Optional<Map<String, String>> variables(String[] pattern, String[] given) {
    if (pattern.length != given.length) {
      return Optional.empty();
    }
    Map<String, String> found = new TreeMap<>();
    for (int at = 0; at < pattern.length; at++) {
      if (pattern[at].startsWith("{")) {
        found.put(pattern[at].substring(1, pattern[at].length() - 1), decode(given[at]));
      } else if (!pattern[at].equals(given[at])) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }

  /**
   * The request as a structure.
   *
   * @throws AwsErrorException when a parameter is unknown, missing or malformed
   */
  public Struct read(Match match, String rawQuery, byte[] body) {
    String input = operation(match.action()).input();
    if (input == null) {
      return new Struct();
    }
    Shape shape = table.shape(input);
    Struct read = new Struct();
    JsonNode tree = parse(body);
    for (Shape.Member member : shape.members().values()) {
      switch (member.location()) {
        case "uri" -> read.set(member.name(), match.variables().get(member.in()));
        case "querystring" -> query(rawQuery, member, read);
        default -> {
          JsonNode value = tree.path(member.in());
          if (!value.isMissingNode() && !value.isNull()) {
            read.set(member.name(), value(value, table.shape(member.shape()), member.name()));
          }
        }
      }
    }
    tree.properties()
        .forEach(
            field -> {
              if (shape.members().values().stream()
                  .noneMatch(member -> member.in().equals(field.getKey()))) {
                throw invalid("unknown field " + field.getKey());
              }
            });
    for (String required : shape.required()) {
      if (!read.has(required)) {
        throw invalid(required + " is required");
      }
    }
    return read;
  }

  private void query(String rawQuery, Shape.Member member, Struct read) {
    List<String> values = new ArrayList<>();
    for (String pair : rawQuery.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && decode(pair.substring(0, equals)).equals(member.in())) {
        values.add(decode(pair.substring(equals + 1)));
      }
    }
    if (values.isEmpty()) {
      return;
    }
    Shape shape = table.shape(member.shape());
    switch (shape.kind()) {
      case LIST -> read.set(member.name(), values);
      case INTEGER, LONG -> read.set(member.name(), Long.valueOf(values.getFirst()));
      default -> read.set(member.name(), values.getFirst());
    }
  }

  private static JsonNode parse(byte[] body) {
    try {
      return body.length == 0
          ? JSON.createObjectNode()
          : JSON.readTree(new String(body, StandardCharsets.UTF_8));
    } catch (JsonProcessingException malformed) {
      throw invalid("the body is not JSON");
    }
  }

  private Object value(JsonNode node, Shape shape, String path) {
    ValidationErrors errors = new ValidationErrors(false);
    Object read =
        switch (shape.kind()) {
          case STRUCTURE -> structure(node, shape, path);
          case MAP -> {
            Struct entries = new Struct();
            Shape values = table.shape(shape.elementType());
            node.properties()
                .forEach(
                    entry -> entries.set(entry.getKey(), value(entry.getValue(), values, path)));
            yield entries;
          }
          case LIST -> {
            List<Object> items = new ArrayList<>();
            Shape item = table.shape(shape.elementType());
            node.forEach(each -> items.add(value(each, item, path)));
            yield items;
          }
          case BOOLEAN -> node.booleanValue();
          case INTEGER, LONG -> ShapeConstraints.checkNumber(shape, node.longValue(), path, errors);
          case DOUBLE -> node.doubleValue();
          case TIMESTAMP -> Instant.ofEpochSecond(node.longValue());
          case STRING -> ShapeConstraints.checkText(shape, node.asText(), path, errors);
        };
    errors.throwIfAny();
    return read;
  }

  private Struct structure(JsonNode node, Shape shape, String path) {
    Struct struct = new Struct();
    node.properties()
        .forEach(
            field -> {
              Shape.Member member =
                  shape.members().values().stream()
                      .filter(each -> each.in().equals(field.getKey()))
                      .findFirst()
                      .orElseThrow(() -> invalid("unknown field " + path + "." + field.getKey()));
              if (!field.getValue().isNull()) {
                struct.set(
                    member.name(),
                    value(
                        field.getValue(), table.shape(member.shape()), path + "." + member.name()));
              }
            });
    return struct;
  }

  /** The body that answers an operation. */
  public String write(String action, Struct output) {
    String type = operation(action).output();
    return type == null ? "{}" : written(output, table.shape(type), action).toString();
  }

  private ObjectNode written(Struct struct, Shape shape, String path) {
    ObjectNode object = JSON.createObjectNode();
    struct
        .members()
        .forEach(
            (name, value) -> {
              Shape.Member member = shape.members().get(name);
              if (member == null) {
                throw new IllegalStateException(path + " has no member " + name);
              }
              object.set(member.out(), node(value, table.shape(member.shape()), path + "." + name));
            });
    return object;
  }

  private JsonNode node(Object value, Shape shape, String path) {
    return switch (shape.kind()) {
      case STRUCTURE -> written((Struct) value, shape, path);
      case MAP -> {
        ObjectNode object = JSON.createObjectNode();
        Shape values = table.shape(shape.elementType());
        ((Struct) value)
            .members()
            .forEach((key, entry) -> object.set(key, node(entry, values, path)));
        yield object;
      }
      case LIST -> {
        ArrayNode array = JSON.createArrayNode();
        Shape item = table.shape(shape.elementType());
        ((List<?>) value).forEach(each -> array.add(node(each, item, path)));
        yield array;
      }
      case TIMESTAMP -> JSON.getNodeFactory().numberNode(((Instant) value).getEpochSecond());
      default -> JSON.valueToTree(value);
    };
  }

  private ServiceModel.Operation operation(String action) {
    ServiceModel.Operation operation = table.operation(action);
    if (operation == null) {
      throw new IllegalStateException("no operation " + action);
    }
    return operation;
  }

  private static AwsErrorException invalid(String message) {
    return AwsErrorException.of("InvalidParameterException", message);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
