package io.weir.kernel.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.kernel.kube.TreeReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Members that nobody reads, left out while a tree is parsed so that they never take memory. Arrays
 * are looked through: {@code /spec/versions/schema} is the schema of every version. A {@code ~1} in
 * a pointer is a slash in a name.
 */
public final class FieldPruning {

  private static final FieldPruning DROPPED = leaf();
  private static final FieldPruning WHOLE = leaf();

  /** What others have written down for themselves, of which the second is the object once more. */
  private static final List<String> BOOKS =
      List.of(
          "/metadata/managedFields",
          "/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration");

  /** What a list or a watch is told by, and a Status that ends one. */
  private static final List<String> NEEDED =
      List.of(
          "/apiVersion",
          "/kind",
          "/metadata/name",
          "/metadata/namespace",
          "/metadata/uid",
          "/metadata/resourceVersion",
          "/code",
          "/message",
          "/reason",
          "/details");

  private final Map<String, FieldPruning> members;

  /** What becomes of members without a rule. */
  private final FieldPruning others;

  private final UnaryOperator<ObjectNode> retention;

  private FieldPruning(
      Map<String, FieldPruning> members, FieldPruning others, UnaryOperator<ObjectNode> retention) {
    this.members = members;
    this.others = others;
    this.retention = retention;
  }

  private FieldPruning() {
    this.members = Map.of();
    this.others = this;
    this.retention = UnaryOperator.identity();
  }

  private static FieldPruning leaf() {
    return new FieldPruning();
  }

  /**
   * Leaves out {@code metadata.managedFields}, what kubectl applied last, and the members at these
   * pointers.
   */
  public static FieldPruning of(String... pointers) {
    var root = new FieldPruning(new HashMap<>(), WHOLE, UnaryOperator.identity());
    BOOKS.forEach(pointer -> root.add(pointer, DROPPED));
    for (String pointer : pointers) {
      root.add(pointer, DROPPED);
    }
    return root;
  }

  /**
   * Leaves out all but the members at these pointers, and those that name the object: for objects
   * of others, who may add what they like.
   */
  public static FieldPruning only(String... pointers) {
    var root = new FieldPruning(new HashMap<>(), DROPPED, UnaryOperator.identity());
    NEEDED.forEach(pointer -> root.add(pointer, WHOLE));
    for (String pointer : pointers) {
      root.add(pointer, WHOLE);
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
    return new FieldPruning(members, others, made);
  }

  private void add(String pointer, FieldPruning rule) {
    int next = pointer.indexOf('/', 1);
    if (next < 0) {
      members.put(name(pointer.substring(1)), rule);
    } else {
      members
          .computeIfAbsent(
              name(pointer.substring(1, next)),
              _ -> new FieldPruning(new HashMap<>(), others, UnaryOperator.identity()))
          .add(pointer.substring(next), rule);
    }
  }

  private static String name(String escaped) {
    return escaped.replace("~1", "/");
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
    ObjectNode object = reader.beginObject();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      FieldPruning rule = members.getOrDefault(parser.currentName(), others);
      if (rule == DROPPED) {
        parser.nextToken();
        parser.skipChildren();
        continue;
      }
      String name = reader.member(parser, depth);
      if (name != null) {
        object.set(
            name,
            rule == WHOLE ? reader.read(parser, depth + 1) : rule.read(parser, reader, depth + 1));
      }
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, TreeReader reader, int depth) throws IOException {
    ArrayNode array = reader.beginArray();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (reader.isFull()) {
        parser.skipChildren();
      } else {
        array.add(read(parser, reader, depth + 1));
      }
    }
    return array;
  }
}
