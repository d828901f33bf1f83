package io.weir.clouds.node.cloudcontroller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The patches that turn an uninitialised Node into an initialised one. */
final class NodeInitialization {
  private static final String TAINT = "node.cloudprovider.kubernetes.io/uninitialized";

  private NodeInitialization() {}

  /** Whether the Node waits for its cloud. */
  static boolean isNeeded(JsonNode node) {
    for (JsonNode taint : node.path("spec").path("taints")) {
      if (taint.path("key").asText("").equals(TAINT)) {
        return true;
      }
    }
    return false;
  }

  /** The addresses that the cloud knows. */
  static ObjectNode addresses(String name, CloudInstance instance) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ArrayNode addresses = patch.putObject("status").putArray("addresses");
    addresses.addObject().put("type", "InternalIP").put("address", instance.address());
    addresses.addObject().put("type", "InternalDNS").put("address", name);
    addresses.addObject().put("type", "Hostname").put("address", name);
    return patch;
  }

  /**
   * Provider id, labels, and the taints without the one that waits. Carries the version that was
   * read: others take their taints off at the same time, and a list is patched as a whole.
   */
  static ObjectNode merge(JsonNode node, CloudInstance instance) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = patch.putObject("metadata");
    metadata.set("resourceVersion", node.path("metadata").path("resourceVersion"));
    ObjectNode labels = metadata.putObject("labels");
    labels.put("node.kubernetes.io/instance-type", instance.instanceType());
    labels.put("topology.kubernetes.io/zone", instance.zone());
    labels.put("topology.kubernetes.io/region", instance.region());
    ObjectNode spec = patch.putObject("spec");
    if (node.path("spec").path("providerID").asText("").isEmpty()) {
      spec.put("providerID", instance.providerId());
    }
    ArrayNode taints = spec.putArray("taints");
    for (JsonNode taint : node.path("spec").path("taints")) {
      if (!taint.path("key").asText("").equals(TAINT)) {
        taints.add(taint);
      }
    }
    return patch;
  }
}
