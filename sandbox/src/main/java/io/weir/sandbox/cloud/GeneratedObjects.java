package io.weir.sandbox.cloud;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.ObjectKey;

/** Objects of Cluster API that are made up for pools whose file lacks them. */
public final class GeneratedObjects {
  /** Group of Clusters. */
  public static final String CORE = "cluster.x-k8s.io";

  /** Group of what Clusters refer to. */
  public static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io";

  private GeneratedObjects() {}

  /** Has a Cluster refer to an infrastructure object of its own name. */
  public static void setReference(ObjectNode cluster, String field, String kind) {
    cluster
        .withObject("/spec")
        .putObject(field)
        .put("apiGroup", INFRASTRUCTURE)
        .put("kind", kind)
        .put("name", cluster.at("/metadata/name").asText());
  }

  /** An object without a spec. */
  public static ObjectNode newObject(String group, String version, String kind, ObjectKey key) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("apiVersion", group + "/" + version).put("kind", kind);
    object.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
    return object;
  }
}
