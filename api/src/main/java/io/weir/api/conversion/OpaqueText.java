package io.weir.api.conversion;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.io.StringWriter;

/** JSON that is passed on as text, however deep: nothing here takes stack for a level. */
public final class OpaqueText {

  /** An API server takes objects that are nested 10,000 deep; a review is a few levels more. */
  public static final int DEPTH = 10_010;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .streamWriteConstraints(StreamWriteConstraints.builder().maxNestingDepth(DEPTH).build())
          .build();

  private OpaqueText() {}

  /** The value at which the parser stands, to its end. */
  public static String copy(JsonParser in) throws IOException {
    var text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(text)) {
      int depth = 0;
      while (true) {
        depth += in.currentToken().isStructStart() ? 1 : in.currentToken().isStructEnd() ? -1 : 0;
        copyToken(in, out);
        if (depth == 0) {
          break;
        }
        in.nextToken();
      }
    }
    return text.toString();
  }

  private static void copyToken(JsonParser in, JsonGenerator out) throws IOException {
    switch (in.currentToken()) {
      case START_OBJECT -> out.writeStartObject();
      case END_OBJECT -> out.writeEndObject();
      case START_ARRAY -> out.writeStartArray();
      case END_ARRAY -> out.writeEndArray();
      case FIELD_NAME -> out.writeFieldName(in.currentName());
      case VALUE_STRING -> out.writeString(in.getText());
      // As it came: a number may be larger or finer than any type has room for.
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.writeNumber(in.getText());
      case VALUE_TRUE -> out.writeBoolean(true);
      case VALUE_FALSE -> out.writeBoolean(false);
      default -> out.writeNull();
    }
  }

  static JsonParser parser(String text) throws IOException {
    return FACTORY.createParser(text);
  }

  static boolean is(JsonNode node) {
    return node.isPojo();
  }

  /** How long such a node's text is. */
  static int length(JsonNode node) {
    return ((POJONode) node).getPojo() instanceof RawValue raw
        ? String.valueOf(raw.rawValue()).length()
        : 0;
  }
}
