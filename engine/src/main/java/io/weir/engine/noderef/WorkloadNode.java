package io.weir.engine.noderef;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import java.util.ArrayList;
import java.util.List;

/**
 * A Node as last seen.
 *
 * @param object the Node without images, addresses and managed fields: to base a write on
 * @param facts what matters of it
 */
public record WorkloadNode(ApiObject object, NodeFacts facts) {

  /** The Node as it is seen now. */
  public static WorkloadNode of(ApiObject object) {
    return new WorkloadNode(object, NodeFacts.of(object));
  }

  /** The keys of its taints, in order; one that is there with several effects is named as often. */
  public List<String> taintKeys() {
    return taintKeys(object);
  }

  /** The same of a Node as stored. */
  public static List<String> taintKeys(ApiObject object) {
    var keys = new ArrayList<String>();
    for (JsonNode taint : object.at("/spec/taints")) {
      keys.add(taint.path("key").asText());
    }
    return List.copyOf(keys);
  }
}
