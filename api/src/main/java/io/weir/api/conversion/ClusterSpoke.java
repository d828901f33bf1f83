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
    Fields.with(cluster, ClusterSpoke::specToHub, "spec");
    Fields.dropIfEmpty(cluster, "spec");
    Fields.with(cluster, ClusterSpoke::statusToHub, "status");
  }

  private static void specToHub(ObjectNode spec) {
    Fields.dropFalse(spec, "paused");
    Fields.with(spec, network -> Fields.dropZero(network, "apiServerPort"), "clusterNetwork");
    Fields.with(spec, ClusterSpoke::endpointToHub, "controlPlaneEndpoint");
    Fields.dropIfEmpty(spec, "controlPlaneEndpoint");
    for (String name : REFERENCES) {
      Fields.with(spec, References::toHub, name);
      Fields.dropIfEmpty(spec, name);
    }
    Fields.with(spec, Topologies::toHub, "topology");
  }

  private static void endpointToHub(ObjectNode endpoint) {
    if (endpoint.path("host").asText("").isEmpty()) {
      endpoint.remove("host");
    }
    Fields.dropZero(endpoint, "port");
  }

  private static void statusToHub(ObjectNode status) {
    Statuses.toHub(status, OLDER, NEWER);
    Fields.dropIfEmpty(Fields.look(status, "deprecated"), "v1beta1");
    Fields.dropIfEmpty(status, "deprecated");
    Statuses.flagToHub(status, "infrastructureReady", "infrastructureProvisioned");
    Statuses.flagToHub(status, "controlPlaneReady", "controlPlaneInitialized");
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
      domain.setAll(Fields.look(byName, name));
    }
    return list;
  }

  @Override
  public void fromHub(ObjectNode cluster, ContractVersions contracts) {
    Fields.with(cluster, spec -> specFromHub(spec, cluster, contracts), "spec");
    statusFromHub(Fields.make(cluster, "status"));
  }

  private static void specFromHub(ObjectNode spec, ObjectNode cluster, ContractVersions contracts) {
    Fields.dropFalse(spec, "paused");
    ObjectNode endpoint = Fields.make(spec, "controlPlaneEndpoint");
    if (!endpoint.has("host")) {
      endpoint.put("host", "");
    }
    if (!endpoint.has("port")) {
      endpoint.put("port", 0);
    }
    REFERENCES.forEach(
        name -> Fields.with(spec, ref -> References.fromHub(ref, cluster, contracts), name));
    Fields.with(spec, topology -> Topologies.fromHub(topology, cluster), "topology");
  }

  private static void statusFromHub(ObjectNode status) {
    Statuses.fromHub(status, OLDER, NEWER);
    Statuses.flagFromHub(status, "infrastructureReady", "infrastructureProvisioned");
    Statuses.flagFromHub(status, "controlPlaneReady", "controlPlaneInitialized");
    if (status.path("failureDomains") instanceof ArrayNode list) {
      status.set("failureDomains", named(list));
    }
  }

  private static ObjectNode named(ArrayNode list) {
    ObjectNode byName = list.objectNode();
    for (JsonNode each : list) {
      ObjectNode domain = each.deepCopy() instanceof ObjectNode whole ? whole : list.objectNode();
      Fields.dropFalse(domain, "controlPlane");
      domain.remove("name");
      byName.set(each.path("name").asText(""), domain);
    }
    return byName;
  }
}
