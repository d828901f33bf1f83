package io.weir.api.conversion;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/** The text of a tree, if it is not too long; what is too long takes no more memory than that. */
final class BoundedText extends Writer {

  private final StringBuilder text = new StringBuilder();
  private final long longest;

  private BoundedText(long longest) {
    this.longest = longest;
  }

  /**
   * The text; empty if it has more bytes than the longest.
   *
   * @param omitted members that are left out, and items of which only the place is kept
   */
  static Optional<String> of(ObjectNode tree, long longest, Predicate<JsonNode> omitted) {
    var bounded = new BoundedText(longest);
    try {
      // Not closed when this fails: closing would write what is left.
      JsonGenerator out = Json.MAPPER.createGenerator(bounded);
      write(tree, out, omitted);
      out.flush();
    } catch (TooLongException tooLong) {
      return Optional.empty();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    String text = bounded.text.toString();
    return text.getBytes(StandardCharsets.UTF_8).length > longest
        ? Optional.empty()
        : Optional.of(text);
  }

  private static void write(JsonNode node, JsonGenerator out, Predicate<JsonNode> omitted)
      throws IOException {
    switch (node) {
      case ObjectNode object -> {
        out.writeStartObject();
        for (var each : object.properties()) {
          if (!omitted.test(each.getValue())) {
            out.writeFieldName(each.getKey());
            write(each.getValue(), out, omitted);
          }
        }
        out.writeEndObject();
      }
      case ArrayNode list -> {
        out.writeStartArray();
        for (JsonNode each : list) {
          if (omitted.test(each)) {
            out.writeString("");
          } else {
            write(each, out, omitted);
          }
        }
        out.writeEndArray();
      }
      default -> out.writeRawValue(node.toString());
    }
  }

  @Override
  public void write(char[] characters, int offset, int length) throws TooLongException {
    if (text.length() + (long) length > longest) {
      throw new TooLongException();
    }
    text.append(characters, offset, length);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;
  }
}
