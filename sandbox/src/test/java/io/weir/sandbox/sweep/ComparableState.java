package io.weir.sandbox.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What exists of a lifecycle, without what differs from one to the next: names of regions, ids,
 * times, versions of objects, secrets, and in which zone how many machines run. Equal for equal
 * ends.
 */
final class ComparableState {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> OF_THE_MOMENT =
      Set.of("resourceVersion", "generation", "creationTimestamp", "managedFields", "uid");

  private static final String GZIP_SIZE = "bootstrap.weir.io/data-gzip-size";

  private static final Map<Pattern, String> WORDS = new LinkedHashMap<>();

  static {
    word("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "(time)");
    word("\\b127\\.0\\.0\\.1:\\d+\\b", "(server)");
    word("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "(uid)");
    word("\\bi-0[0-9a-f]{16}\\b", "(instance)");
    word("\\blt-0[0-9a-f]{16}\\b", "(template)");
    word("\\bip-\\d+-\\d+-\\d+-\\d+\\b", "(host)");
    word("\\b10\\.\\d+\\.\\d+\\.\\d+\\b", "(address)");
    word("\\bbootstrap-token-[a-z0-9]{6}\\b", "(token)");
    word("\\bhash [0-9a-f]+\\b", "(hash)");
    word("\\b[0-9a-f]{16,}\\b", "(digest)");
    word("\\bh1:[A-Za-z0-9+/=_-]+", "(digest)");
  }

  private final Pattern namespace;
  private final Pattern region;
  private final ObjectNode tree = JSON.createObjectNode();

  /** The empty state of a lifecycle in this namespace and region. */
  ComparableState(String namespace, String region) {
    this.namespace = Pattern.compile("\\b" + Pattern.quote(namespace) + "\\b");
    this.region = Pattern.compile("\\b" + Pattern.quote(region) + "[abc]?\\b");
  }

  private static void word(String pattern, String instead) {
    WORDS.put(Pattern.compile(pattern), instead);
  }

  /** Objects, told apart by what is left of them. */
  ComparableState with(String title, List<ApiObject> objects) {
    var pictures = new ArrayList<JsonNode>();
    objects.forEach(object -> pictures.add(plain(object(object))));
    tree.set(title, sorted(pictures));
    return this;
  }

  /** What a simulated cloud says of itself. */
  ComparableState with(String title, String json) {
    try {
      tree.set(title, plain(JSON.readTree(json)));
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException(broken);
    }
    return this;
  }

  /** The state as text, to be compared and to be read. */
  String text() {
    return tree.toPrettyString();
  }

  private static ObjectNode object(ApiObject object) {
    ObjectNode copy = object.copyTree();
    String generation = copy.at("/metadata/generation").asText("");
    copy.withObject("/metadata").remove(OF_THE_MOMENT);
    // It tells of the way here, on which an interruption may have let a pool settle once more.
    copy.withObject("/metadata/annotations").remove("weir.io/settled");
    // It hangs on the token, which is drawn.
    copy.findParents(GZIP_SIZE).forEach(parent -> ((ObjectNode) parent).put(GZIP_SIZE, "(size)"));
    if (copy.at("/spec/controlPlaneEndpoint") instanceof ObjectNode endpoint) {
      endpoint.put("port", "(port)");
    }
    copy.findParents("observedGeneration")
        .forEach(
            parent -> {
              boolean current = parent.path("observedGeneration").asText().equals(generation);
              ((ObjectNode) parent).put("observedGeneration", current ? "current" : "old");
            });
    if (copy.get("data") instanceof ObjectNode data) {
      data.fieldNames().forEachRemaining(name -> data.put(name, "(secret)"));
    }
    return copy;
  }

  private JsonNode plain(JsonNode node) {
    return switch (node) {
      case ObjectNode object -> {
        var fields = new TreeMap<String, JsonNode>();
        object
            .properties()
            .forEach(
                field ->
                    fields.merge(
                        plain(field.getKey()), plain(field.getValue()), ComparableState::sum));
        ObjectNode result = JSON.createObjectNode();
        fields.forEach(result::set);
        yield result;
      }
      case ArrayNode array -> {
        var elements = new ArrayList<JsonNode>();
        array.forEach(element -> elements.add(plain(element)));
        yield sorted(elements);
      }
      default -> node.isTextual() ? JsonNodeFactory.instance.textNode(plain(node.asText())) : node;
    };
  }

  private String plain(String text) {
    String left = region.matcher(text).replaceAll("(place)");
    left = namespace.matcher(left).replaceAll("(namespace)");
    for (Map.Entry<Pattern, String> word : WORDS.entrySet()) {
      left = word.getKey().matcher(left).replaceAll(word.getValue());
    }
    return left;
  }

  /** Counts of what is now the same. */
  private static JsonNode sum(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return JsonNodeFactory.instance.numberNode(one.asLong() + other.asLong());
    }
    ArrayNode both = JSON.createArrayNode();
    return both.add(one).add(other);
  }

  private static ArrayNode sorted(List<JsonNode> elements) {
    ArrayNode array = JSON.createArrayNode();
    elements.stream().sorted((a, b) -> a.toString().compareTo(b.toString())).forEach(array::add);
    return array;
  }
}
