package io.weir.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataKeys;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;
import java.util.stream.IntStream;

/** The objects of pools that are measured, with the label by which the manager works on them. */
final class BenchedObjects {

  /** What the label says, and what the manager is told to heed. */
  static final String LABEL_VALUE = "bench";

  private BenchedObjects() {}

  /** The names of so many clusters: the example's for one alone. */
  static List<String> clusterNames(int count) {
    return count == 1
        ? List.of(ExamplePools.CLUSTER)
        : IntStream.range(0, count).mapToObj(i -> ExamplePools.CLUSTER + "-" + i).toList();
  }

  /** A cluster of this name and what it refers to. */
  static List<ObjectNode> cluster(SandboxCloud cloud, String namespace, String name) {
    List<ObjectNode> objects = labeled(ExamplePools.cluster(cloud, namespace));
    objects.forEach(
        object -> {
          object.withObject("/metadata").put("name", name);
          if (object.at("/spec/infrastructureRef").isObject()) {
            object.withObject("/spec/infrastructureRef").put("name", name);
          }
        });
    return objects;
  }

  /** The pools of these names, in the version that is stored; clusters have them in turn. */
  static List<List<ObjectNode>> pools(
      SandboxCloud cloud,
      String namespace,
      List<String> clusters,
      List<String> names,
      int replicas) {
    return unattendedPools(cloud, namespace, clusters, names, replicas).stream()
        .map(BenchedObjects::labeled)
        .toList();
  }

  /** The same without the label. */
  static List<List<ObjectNode>> unattendedPools(
      SandboxCloud cloud,
      String namespace,
      List<String> clusters,
      List<String> names,
      int replicas) {
    return IntStream.range(0, names.size())
        .mapToObj(
            i ->
                inCluster(
                    clusters.get(i % clusters.size()),
                    clusters.size() > 1,
                    ExamplePools.pool(cloud, namespace, names.get(i), replicas)))
        .toList();
  }

  /**
   * Pools of a cluster.
   *
   * @param told whether Nodes are to say which cluster they are in
   */
  private static List<ObjectNode> inCluster(String cluster, boolean told, List<ObjectNode> pool) {
    for (ObjectNode object : pool) {
      if (object.at("/spec/clusterName").isTextual()) {
        object.withObject("/spec").put("clusterName", cluster);
        object.withObject("/spec/template/spec").put("clusterName", cluster);
      }
      JsonNode arguments = object.at("/spec/joinConfiguration/nodeRegistration/kubeletExtraArgs");
      if (told && arguments.isArray()) {
        object
            .withArray("/spec/joinConfiguration/nodeRegistration/kubeletExtraArgs")
            .addObject()
            .put("name", "node-labels")
            .put("value", WorkloadApiServer.NODE_LABEL + "=" + cluster);
      }
    }
    return pool;
  }

  private static List<ObjectNode> labeled(List<ObjectNode> objects) {
    objects.forEach(
        object ->
            object
                .withObject("/metadata")
                .withObject("/labels")
                .put(MetadataKeys.WATCH_FILTER, LABEL_VALUE));
    return objects;
  }
}
