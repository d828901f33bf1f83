package io.weir.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Excerpt;
import io.weir.api.Json;

/**
 * Where the cloud objects of a pool are. Written on the pool, whole, before the first write to the
 * cloud, and read from then on. Whoever may edit the pool can change it: it says where to look, and
 * gives no right to anything.
 *
 * @param scope what contains them
 * @param name their name there
 */
public record Place(CloudScope scope, String name) {

  /**
   * A place.
   *
   * @throws IllegalArgumentException if the name cannot be one
   */
  public Place {
    if (!name.matches("[\\p{Alnum}][^\\p{Cntrl}]{0,254}")) {
      throw new IllegalArgumentException(Excerpt.of(name) + " is no name of a cloud object");
    }
  }

  /** The form that is written on a pool: JSON, equal for equal places. */
  public String annotationValue() {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("cloud", scope.cloud()).put("identity", scope.identity().toString());
    put(tree, "account", scope.account());
    tree.put("region", scope.region());
    put(tree, "parent", scope.parentId());
    return tree.put("name", name).toString();
  }

  private static void put(ObjectNode tree, String field, String value) {
    if (!value.isEmpty()) {
      tree.put(field, value);
    }
  }

  /**
   * Reads {@link #annotationValue()}.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  public static Place parse(String text) {
    JsonNode tree;
    try {
      tree = Json.MAPPER.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException("not JSON", malformed);
    }
    var scope =
        new CloudScope(
            tree.path("cloud").asText(""),
            CloudIdentity.parse(tree.path("identity").asText("")),
            tree.path("account").asText(""),
            tree.path("region").asText(""),
            tree.path("parent").asText(""));
    return new Place(scope, tree.path("name").asText(""));
  }

  /** For people: {@code workers, aws in us-east-1 with AWSClusterControllerIdentity default}. */
  @Override
  public String toString() {
    return name + ", " + scope;
  }
}
