package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.TreeSet;

/**
 * Cluster in v1beta1, where an endpoint is always there, failure domains are a map by name, and
 * false says as much as nothing.
 */
final class ClusterSpoke implements Spoke {

  private static final List<String> OLDER =
      List.of("conditions", "failureReason", "failureMessage");
  private static final List<String> NEWER = List.of("conditions", "controlPlane", "workers");
  private static final List<String> REFERENCES = List.of("controlPlaneRef", "infrastructureRef");

  @Override
  public void toHub(ObjectNode cluster) {
    TreeFields.ifObject(cluster, ClusterSpoke::specToHub, "spec");
    TreeFields.dropIfEmpty(cluster, "spec");
    TreeFields.ifObject(cluster, ClusterSpoke::statusToHub, "status");
  }

  private static void specToHub(ObjectNode spec) {
    TreeFields.dropFalse(spec, "paused");
    TreeFields.ifObject(
        spec, network -> TreeFields.dropZero(network, "apiServerPort"), "clusterNetwork");
    TreeFields.ifObject(spec, ClusterSpoke::endpointToHub, "controlPlaneEndpoint");
    TreeFields.dropIfEmpty(spec, "controlPlaneEndpoint");
    for (String name : REFERENCES) {
      TreeFields.ifObject(spec, ReferenceConversion::toHub, name);
      TreeFields.dropIfEmpty(spec, name);
    }
    TreeFields.ifObject(spec, TopologyConversion::toHub, "topology");
  }

  private static void endpointToHub(ObjectNode endpoint) {
    if (endpoint.path("host").asText("").isEmpty()) {
      endpoint.remove("host");
    }
    TreeFields.dropZero(endpoint, "port");
  }

  private static void statusToHub(ObjectNode status) {
    StatusConversion.toHub(status, OLDER, NEWER);
    TreeFields.dropIfEmpty(TreeFields.getOrEmpty(status, "deprecated"), "v1beta1");
    TreeFields.dropIfEmpty(status, "deprecated");
    StatusConversion.flagToHub(status, "infrastructureReady", "infrastructureProvisioned");
    StatusConversion.flagToHub(status, "controlPlaneReady", "controlPlaneInitialized");
    if (status.path("failureDomains") instanceof ObjectNode byName) {
      status.set("failureDomains", listed(byName));
    }
  }

  private static ArrayNode listed(ObjectNode byName) {
    var names = new TreeSet<String>();
    byName.fieldNames().forEachRemaining(names::add);
    ArrayNode list = byName.arrayNode();
    for (String name : names) {
      ObjectNode domain = list.addObject().put("name", name).put("controlPlane", false);
      domain.setAll(TreeFields.getOrEmpty(byName, name));
    }
    return list;
  }

  @Override
  public void fromHub(ObjectNode cluster, ContractVersions contracts) {
    TreeFields.ifObject(cluster, spec -> specFromHub(spec, cluster, contracts), "spec");
    statusFromHub(TreeFields.getOrCreate(cluster, "status"));
  }

  private static void specFromHub(ObjectNode spec, ObjectNode cluster, ContractVersions contracts) {
    TreeFields.dropFalse(spec, "paused");
    ObjectNode endpoint = TreeFields.getOrCreate(spec, "controlPlaneEndpoint");
    if (!endpoint.has("host")) {
      endpoint.put("host", "");
    }
    if (!endpoint.has("port")) {
      endpoint.put("port", 0);
    }
    REFERENCES.forEach(
        name ->
            TreeFields.ifObject(
                spec, ref -> ReferenceConversion.fromHub(ref, cluster, contracts), name));
    TreeFields.ifObject(
        spec, topology -> TopologyConversion.fromHub(topology, cluster), "topology");
  }

  private static void statusFromHub(ObjectNode status) {
    StatusConversion.fromHub(status, OLDER, NEWER);
    StatusConversion.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    StatusConversion.flagFromHub(status, "controlPlaneReady", "controlPlaneInitialized");
    if (status.path("failureDomains") instanceof ArrayNode list) {
      status.set("failureDomains", named(list));
    }
  }

  private static ObjectNode named(ArrayNode list) {
    ObjectNode byName = list.objectNode();
    for (JsonNode each : list) {
      ObjectNode domain = each.deepCopy() instanceof ObjectNode whole ? whole : list.objectNode();
      TreeFields.dropFalse(domain, "controlPlane");
      domain.remove("name");
      byName.set(each.path("name").asText(""), domain);
    }
    return byName;
  }
}
