package io.weir.kernel.kube;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a tree of an object that an API server sends. Whatever the server accepts can be read past:
 * an object that cannot be used costs itself and not the list or watch that it is in. Such an
 * object is read to its end, with a hole where the trouble is, so that its name is known.
 */
public final class TreeReader {

  /**
   * Copying, comparing and hashing a tree take stack for each level: a stack of 512 KiB may be full
   * of 800. No field of any kind is nearly as deep.
   */
  public static final int DEPTH = 200;

  /** The API server keeps numbers as 64 bits; making one of more digits costs more than linear. */
  private static final int DIGITS = 1_000;

  /** The API server's own limit is 10,000; around it are those of events, lists and metadata. */
  private static final int SKIPPED_DEPTH = 11_000;

  /** Without the limits of Jackson that a part of an object may exceed which nobody reads. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // A table of all names would be as large as others make it.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(SKIPPED_DEPTH)
                  .maxNameLength(AnswerLimits.OBJECT_BYTES)
                  .maxStringLength(AnswerLimits.OBJECT_BYTES)
                  .maxNumberLength(AnswerLimits.OBJECT_BYTES)
                  .build())
          .build();

  private static final Set<String> NAMING =
      Set.of("apiVersion", "kind", "metadata", "name", "namespace", "resourceVersion", "uid");

  /** Is told what is made. */
  @FunctionalInterface
  public interface Meter {

    /** Whoever counts nothing. */
    Meter NONE = _ -> {};

    /**
     * So much more memory is taken.
     *
     * @throws IOException if there is no more
     */
    void add(long bytes) throws IOException;
  }

  private final JsonNodeFactory nodes = Json.MAPPER.getNodeFactory();
  private final long largest;
  private final Meter meter;
  private long size;
  private String problem = "";

  /** A reader of one object. */
  public TreeReader() {
    this(AnswerLimits.OBJECT_MEMORY, Meter.NONE);
  }

  /**
   * A reader of one object.
   *
   * @param largest what its tree may take, in bytes by {@link TreeSize}; what takes more is left
   *     out, but for the object's name
   * @param meter is told before anything is made
   */
  public TreeReader(long largest, Meter meter) {
    this.largest = largest;
    this.meter = meter;
  }

  /** A parser of what an API server sends. */
  public static JsonParser parser(InputStream answer) throws IOException {
    return FACTORY.createParser(answer);
  }

  static JsonParser parser(byte[] answer) throws IOException {
    return FACTORY.createParser(answer);
  }

  /** Why what was read is not whole; empty if it is. */
  public String problem() {
    return problem;
  }

  /**
   * Reads the value at which the parser stands, to its end.
   *
   * @param depth of arrays and objects around it
   */
  public JsonNode read(JsonParser parser, int depth) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> isTooDeep(depth) ? skip(parser) : object(parser, depth);
      case START_ARRAY -> isTooDeep(depth) ? skip(parser) : array(parser, depth);
      case VALUE_STRING -> counted(nodes.textNode(parser.getText()));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> counted(number(parser));
      case VALUE_TRUE -> counted(nodes.booleanNode(true));
      case VALUE_FALSE -> counted(nodes.booleanNode(false));
      default -> counted(nodes.nullNode());
    };
  }

  /** An object to be filled. */
  public ObjectNode beginObject() throws IOException {
    return counted(nodes.objectNode());
  }

  /** An array to be filled. */
  public ArrayNode beginArray() throws IOException {
    return counted(nodes.arrayNode());
  }

  /**
   * The name at which the parser stands, shared with other trees if it is short; the parser is
   * moved to the value.
   *
   * @return null if the member is left out and was read past, as the tree is too large
   */
  public @Nullable String member(JsonParser parser, int depth) throws IOException {
    String name = parser.currentName();
    parser.nextToken();
    if (isFull() && !(depth <= 1 && NAMING.contains(name))) {
      parser.skipChildren();
      return null;
    }
    count(TreeSize.ofMember(name));
    return nodes.textNode(name).textValue();
  }

  /** Whether nothing is to be added to arrays any more. */
  public boolean isFull() {
    return size > largest;
  }

  private <T extends JsonNode> T counted(T node) throws IOException {
    count(TreeSize.ofNode(node));
    return node;
  }

  private void count(long bytes) throws IOException {
    meter.add(bytes);
    size += bytes;
    if (isFull()) {
      problem = "it takes more than " + (largest >> 10) + " KiB of memory";
    }
  }

  /** Whether nothing is to be made of arrays and objects at this depth, which is noted. */
  public boolean isTooDeep(int depth) {
    if (depth < DEPTH) {
      return false;
    }
    problem = "it is nested more than " + DEPTH + " deep";
    return true;
  }

  /** Reads past the value, leaving a hole. */
  public static JsonNode skip(JsonParser parser) throws IOException {
    parser.skipChildren();
    return NullNode.getInstance();
  }

  private ObjectNode object(JsonParser parser, int depth) throws IOException {
    ObjectNode object = beginObject();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = member(parser, depth);
      if (name != null) {
        object.set(name, read(parser, depth + 1));
      }
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, int depth) throws IOException {
    ArrayNode array = beginArray();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (isFull()) {
        parser.skipChildren();
      } else {
        array.add(read(parser, depth + 1));
      }
    }
    return array;
  }

  private JsonNode number(JsonParser parser) throws IOException {
    if (parser.getTextLength() > DIGITS) {
      problem = "it has a number of more than " + DIGITS + " digits";
      return nodes.nullNode();
    }
    return switch (parser.getNumberType()) {
      case INT -> nodes.numberNode(parser.getIntValue());
      case LONG -> nodes.numberNode(parser.getLongValue());
      case BIG_INTEGER -> nodes.numberNode(parser.getBigIntegerValue());
      default -> nodes.numberNode(parser.getDoubleValue());
    };
  }
}
