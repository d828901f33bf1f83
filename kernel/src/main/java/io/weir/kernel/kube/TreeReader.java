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

/**
 * Makes a tree of an object that an API server sends. Whatever the server accepts can be read past:
 * an object that cannot be used costs itself and not the list or watch that it is in. Such an
 * object is read to its end, with a hole where the trouble is, so that its name is known.
 */
public final class TreeReader {

  /**
   * Copying, comparing and writing a tree take stack for each level, and Jackson writes no more.
   */
  public static final int DEPTH = 1_000;

  /** The API server keeps numbers as 64 bits; making one of more digits costs more than linear. */
  private static final int DIGITS = 1_000;

  /** The API server's own limit is 10,000; around it are those of events, lists and metadata. */
  private static final int SKIPPED_DEPTH = 11_000;

  /** Without the limits of Jackson that a part of an object may exceed which nobody reads. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // Names that collide are a slow object, not a failure of all that come after it.
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(SKIPPED_DEPTH)
                  .maxNameLength(AnswerLimits.OBJECT_BYTES)
                  .maxStringLength(AnswerLimits.OBJECT_BYTES)
                  .maxNumberLength(AnswerLimits.OBJECT_BYTES)
                  .build())
          .build();

  private final JsonNodeFactory nodes = Json.MAPPER.getNodeFactory();
  private String problem = "";

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
      case VALUE_STRING -> nodes.textNode(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE -> nodes.booleanNode(true);
      case VALUE_FALSE -> nodes.booleanNode(false);
      default -> nodes.nullNode();
    };
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
    ObjectNode object = nodes.objectNode();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      object.set(name, read(parser, depth + 1));
    }
    return object;
  }

  private ArrayNode array(JsonParser parser, int depth) throws IOException {
    ArrayNode array = nodes.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(read(parser, depth + 1));
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
