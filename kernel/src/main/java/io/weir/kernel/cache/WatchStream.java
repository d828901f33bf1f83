package io.weir.kernel.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.kernel.kube.Resource;
import io.weir.kernel.kube.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads the answers of list and watch requests piece by piece. */
final class WatchStream implements AutoCloseable {

  /**
   * One line of a watch.
   *
   * @param problem why the object is not whole; empty if it is
   */
  record Event(String type, ObjectNode object, String problem) {}

  /** A page of a list. */
  record Page(String resourceVersion, String continueToken) {}

  private final Resource resource;
  private final FieldPruning fieldPruning;
  private final long objectMemory;
  private final ObjectMeter meter;
  private final MeteredStream bytes;
  private final JsonParser parser;

  WatchStream(Resource resource, FieldPruning fieldPruning, CacheLimits limits, InputStream answer)
      throws IOException {
    this.resource = resource;
    this.fieldPruning = fieldPruning;
    this.objectMemory = limits.objectMemory();
    this.meter = new ObjectMeter(limits.room());
    this.bytes = new MeteredStream(answer, limits.objectText(), meter);
    this.parser = TreeReader.parser(bytes);
  }

  /** The next event; empty when the server has ended the watch. */
  Optional<Event> next() throws IOException {
    if (parser.nextToken() == null) {
      return Optional.empty();
    }
    bytes.beginObject();
    TreeReader reader = reader();
    String type = "";
    JsonNode object = Json.MAPPER.missingNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      parser.nextToken();
      switch (member) {
        case "type" -> type = parser.getText();
        case "object" -> object = fieldPruning.read(parser, reader);
        default -> parser.skipChildren();
      }
    }
    bytes.beginObject();
    if (object instanceof ObjectNode tree) {
      return Optional.of(new Event(type, tree, reader.problem()));
    }
    throw new IOException("a watch event without an object");
  }

  /** Reads a page of a list into the target. */
  Page page(ListedObjects target) throws IOException {
    JsonNode metadata = Json.MAPPER.missingNode();
    parser.nextToken();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      JsonToken value = parser.nextToken();
      if (member.equals("metadata")) {
        TreeReader reader = reader();
        metadata = reader.read(parser, 0);
        if (!reader.problem().isEmpty()) {
          throw new IOException("the list's metadata cannot be read: " + reader.problem());
        }
      } else if (member.equals("items") && value == JsonToken.START_ARRAY) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          bytes.beginObject();
          TreeReader reader = reader();
          ApiObject object = named((ObjectNode) fieldPruning.read(parser, reader));
          if (reader.problem().isEmpty()) {
            target.add(object);
          } else {
            target.addUnreadable(object, reader.problem());
          }
        }
      } else {
        parser.skipChildren();
      }
    }
    if (parser.currentToken() != JsonToken.END_OBJECT || metadata.isMissingNode()) {
      throw new IOException("the list is not complete"); // taken as whole, it would delete the rest
    }
    return new Page(
        metadata.path("resourceVersion").asText(), metadata.path("continue").asText(""));
  }

  private TreeReader reader() {
    return new TreeReader(objectMemory, meter);
  }

  /** Nothing is being read any more. */
  @Override
  public void close() {
    meter.close();
  }

  /** Items of built-in lists do not say what they are. */
  private ApiObject named(ObjectNode item) {
    if (!item.has("kind")) {
      item.put("apiVersion", resource.apiVersion()).put("kind", resource.kind().kind());
    }
    return new ApiObject(item);
  }
}
