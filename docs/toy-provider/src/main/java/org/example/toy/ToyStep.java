package org.example.toy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.Step;

/** One write. */
record ToyStep(String method, String name, ObjectNode body, String because) implements Step {

  static ToyStep create(String name, String owner, int size) {
    ObjectNode body = Json.MAPPER.createObjectNode().put("owner", owner).put("size", size);
    return new ToyStep("PUT", name, body, size + " machines wanted, there is no set");
  }

  static ToyStep resize(ToySeen seen, int size) {
    ObjectNode body = Json.MAPPER.createObjectNode().put("size", size);
    return new ToyStep(
        "PATCH", seen.name(), body, size + " machines wanted, " + seen.size() + " asked for");
  }

  static ToyStep delete(ToySeen seen) {
    return new ToyStep(
        "DELETE", seen.name(), Json.MAPPER.createObjectNode(), "the pool is being deleted");
  }

  @Override
  public String what() {
    return method + " set " + name;
  }
}
