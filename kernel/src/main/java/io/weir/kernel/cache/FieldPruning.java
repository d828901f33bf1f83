package io.weir.kernel.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.kernel.kube.TreeReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Members that nobody reads, left out while a tree is parsed so that they never take memory. Arrays
 * are looked through: {@code /spec/versions/schema} is the schema of every version.
 */
public final class FieldPruning {

  private static final FieldPruning DROPPED = new FieldPruning(Map.of(), UnaryOperator.identity());

  private final Map<String, FieldPruning> members;
  private final UnaryOperator<ObjectNode> retention;

  private FieldPruning(Map<String, FieldPruning> members, UnaryOperator<ObjectNode> retention) {
    this.members = members;
    this.retention = retention;
  }

  /** Leaves out {@code metadata.managedFields}, and the members at these pointers. */
  public static FieldPruning of(String... pointers) {
    var root = new FieldPruning(new HashMap<>(), UnaryOperator.identity());
    root.add("/metadata/managedFields");
    for (String pointer : pointers) {
      root.add(pointer);
    }
    return root;
  }

  /**
   * The same, and of each object what is made of it, as soon as it is read and before the next is:
   * for kinds of which more may come than fits into memory.
   *
   * @param made must keep kind, name and resource version
   */
  public FieldPruning keeping(UnaryOperator<ObjectNode> made) {
    return new FieldPruning(members, made);
  }

  private void add(String pointer) {
    int next = pointer.indexOf('/', 1);
    if (next < 0) {
      members.put(pointer.substring(1), DROPPED);
    } else {
      members
          .computeIfAbsent(
              pointer.substring(1, next),
              name -> new FieldPruning(new HashMap<>(), UnaryOperator.identity()))
          .add(pointer.substring(next));
    }
  }

  /** Reads the object at which the parser stands. */
  JsonNode read(JsonParser parser, TreeReader reader) throws IOException {
    JsonNode read = read(parser, reader, 0);
    return read instanceof ObjectNode object ? retention.apply(object) : read;
  }

  private JsonNode read(JsonParser parser, TreeReader reader, int depth) throws IOException {
    JsonToken token = parser.currentToken();
    if (token.isStructStart() && reader.isTooDeep(depth)) {
      return TreeReader.skip(parser);
    }
    return switch (token) {
      case START_OBJECT -> object(parser, reader, depth);
      case START_ARRAY -> array(parser, reader, depth);
      default -> reader.read(parser, depth);
    };
  }

  private ObjectNode object(JsonParser parser, TreeReader reader, int depth) throws IOException {
    ObjectNode object = Json.MAPPER.createObjectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      FieldPruning rule = members.get(name);
      parser.nextToken();
      if (rule == DROPPED) {
        parser.skipChildren();
      } else if (rule == null) {
        object.set(name, reader.read(parser, depth + 1));
      } else {
        object.set(name, rule.read(parser, reader, depth + 1));
      }
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, TreeReader reader, int depth) throws IOException {
    ArrayNode array = Json.MAPPER.createArrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(read(parser, reader, depth + 1));
    }
    return array;
  }
}
