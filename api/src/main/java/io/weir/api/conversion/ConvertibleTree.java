package io.weir.api.conversion;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads an object to convert it. Whoever may write one object must not be able to make one that
 * cannot be converted, since the API server then gives nobody a list that it is in. So what no
 * conversion looks into is not made a tree of but stays text, of which nothing matters but its
 * length: values that may be anything, metadata, and all that is nested deeper than any field.
 */
public final class ConvertibleTree {

  /** About as deep as the fields of a KubeadmConfigTemplate, times five. Trees are walked. */
  static final int DEPTH = 60;

  /** Of the kinds that Weir itself converts. Others may look at everything below the metadata. */
  private static final Set<String> OWN_GROUPS =
      Set.of("cluster.x-k8s.io", "bootstrap.cluster.x-k8s.io");

  private static final String STORED = "v1beta2";

  /** Names are the same again and again, but somebody could make each another. */
  private static final int SHARED_NAMES = 256;

  private static final int SMALL = 4;

  private final JsonParser in;
  private final TextReader texts;
  private final boolean own;
  private final boolean toStored;
  private final Map<String, String> names = new HashMap<>();

  private ConvertibleTree(JsonParser in, String desired, TextReader texts) {
    this.in = in;
    this.texts = texts;
    this.own = OWN_GROUPS.contains(groupOf(desired));
    this.toStored = isStored(desired);
  }

  /**
   * Whether it is what is stored that is converted, for those who read it: then it must be
   * converted, and takes no more memory than one copy beside it.
   */
  public static boolean isForReaders(String desired) {
    return OWN_GROUPS.contains(groupOf(desired)) && !isStored(desired);
  }

  private static boolean isStored(String desired) {
    return desired.endsWith("/" + STORED);
  }

  private static String groupOf(String apiVersion) {
    return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
  }

  /** Reads what stays text. */
  @FunctionalInterface
  public interface TextReader {

    /** The value at which the parser stands, to its end. */
    String read() throws IOException;
  }

  /**
   * Reads the value at which the parser stands, to its end.
   *
   * @param desired the apiVersion that it will be converted to
   * @param texts reads from the same parser
   */
  public static JsonNode read(JsonParser in, String desired, TextReader texts) throws IOException {
    return new ConvertibleTree(in, desired, texts).value(Place.ROOT);
  }

  /** Where a value is: the names on the way to it; items of a list have the name of the list. */
  private record Place(int depth, String name, String parent) {

    static final Place ROOT = new Place(0, "", "");

    Place at(String member) {
      return new Place(depth + 1, member, name);
    }

    Place item() {
      return new Place(depth + 1, name, parent);
    }
  }

  private JsonNode value(Place place) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> isOpaque(place) ? opaque() : object(place);
      case START_ARRAY -> isOpaque(place) ? opaque() : array(place);
      case VALUE_STRING -> JsonNodeFactory.instance.textNode(in.getText());
      case VALUE_NUMBER_INT ->
          switch (in.getNumberType()) {
            case INT -> JsonNodeFactory.instance.numberNode(in.getIntValue());
            case LONG -> JsonNodeFactory.instance.numberNode(in.getLongValue());
            default -> JsonNodeFactory.instance.numberNode(in.getBigIntegerValue());
          };
      case VALUE_NUMBER_FLOAT -> JsonNodeFactory.instance.numberNode(in.getDoubleValue());
      case VALUE_TRUE -> JsonNodeFactory.instance.booleanNode(true);
      case VALUE_FALSE -> JsonNodeFactory.instance.booleanNode(false);
      default -> JsonNodeFactory.instance.nullNode();
    };
  }

  private JsonNode opaque() throws IOException {
    return JsonNodeFactory.instance.rawValueNode(new RawValue(texts.read()));
  }

  private boolean isOpaque(Place place) {
    if (place.depth >= DEPTH) {
      return true;
    }
    if (place.depth == 2 && place.parent.equals("metadata")) {
      // The annotations have what the object was in another version.
      return !place.name.equals("annotations");
    }
    return own && isUnchanged(place);
  }

  private boolean isUnchanged(Place place) {
    if (place.parent.equals("metadata")) {
      return place.name.equals("labels") || place.name.equals("annotations");
    }
    // Nothing changes in variables on the way to the older version, and there may be many.
    return toStored
        ? place.name.equals("value")
            && (place.parent.equals("variables") || place.parent.equals("overrides"))
        : place.name.equals("variables");
  }

  private ObjectNode object(Place place) throws IOException {
    var object = new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(SMALL));
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = shared(in.currentName());
      in.nextToken();
      object.set(name, value(place.at(name)));
    }
    return object;
  }

  private String shared(String name) {
    if (names.size() >= SHARED_NAMES) {
      return names.getOrDefault(name, name);
    }
    String known = names.putIfAbsent(name, name);
    return known == null ? name : known;
  }

  private ArrayNode array(Place place) throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    Place item = place.item();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(item));
    }
    return array;
  }
}
