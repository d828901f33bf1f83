package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.util.List;

/** Any number of pools like the one of the example, and the cluster that they belong to. */
public final class ExamplePools {
  /** The name of the cluster. */
  public static final String CLUSTER = "demo";

  private static final GroupKind AWS_CLUSTER =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSCluster");
  private static final GroupKind AWS_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");
  private static final Manifests EXAMPLE = Manifests.example();

  private ExamplePools() {}

  /** The Cluster and the AWSCluster, in a namespace. */
  public static List<ObjectNode> cluster(String namespace) {
    return List.of(in(namespace, copy(AWS_CLUSTER)), in(namespace, copy(GroupKind.CLUSTER)));
  }

  /**
   * The config, the infrastructure pool and the MachinePool, all of one name.
   *
   * @param replicas 0 to 10, as the example's group allows; below 1 the group's minimum falls too
   */
  public static List<ObjectNode> pool(String namespace, String name, int replicas) {
    ObjectNode config = named(namespace, name, copy(GroupKind.KUBEADM_CONFIG));
    ObjectNode infrastructure = named(namespace, name, copy(AWS_POOL));
    ObjectNode pool = named(namespace, name, copy(GroupKind.MACHINE_POOL));
    pool.withObject("/spec").put("replicas", replicas);
    pool.withObject("/spec/template/spec/bootstrap/configRef").put("name", name);
    pool.withObject("/spec/template/spec/infrastructureRef").put("name", name);
    if (replicas == 0) {
      infrastructure.withObject("/spec").put("minSize", 0);
    }
    return List.of(config, infrastructure, pool);
  }

  private static ObjectNode copy(GroupKind kind) {
    return EXAMPLE.of(kind).stream()
        .findFirst()
        .map(ApiObject::copy)
        .orElseThrow(() -> new IllegalStateException("the example has no " + kind));
  }

  private static ObjectNode named(String namespace, String name, ObjectNode object) {
    object.withObject("/metadata").put("name", name);
    return in(namespace, object);
  }

  private static ObjectNode in(String namespace, ObjectNode object) {
    object.withObject("/metadata").put("namespace", namespace);
    return object;
  }
}
