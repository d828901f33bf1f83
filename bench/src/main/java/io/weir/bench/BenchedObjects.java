package io.weir.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.MetadataKeys;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;

/** The objects of pools that are measured, with the label by which the manager works on them. */
final class BenchedObjects {

  /** What the label says, and what the manager is told to heed. */
  static final String LABEL_VALUE = "bench";

  private BenchedObjects() {}

  /** The cluster and what it refers to. */
  static List<ObjectNode> cluster(SandboxCloud cloud, String namespace) {
    return labeled(ExamplePools.cluster(cloud, namespace));
  }

  /** The pools of these names, in the version that is stored. */
  static List<List<ObjectNode>> pools(
      SandboxCloud cloud, String namespace, List<String> names, int replicas) {
    return unattendedPools(cloud, namespace, names, replicas).stream()
        .map(BenchedObjects::labeled)
        .toList();
  }

  /** The same without the label. */
  static List<List<ObjectNode>> unattendedPools(
      SandboxCloud cloud, String namespace, List<String> names, int replicas) {
    return names.stream().map(name -> ExamplePools.pool(cloud, namespace, name, replicas)).toList();
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
