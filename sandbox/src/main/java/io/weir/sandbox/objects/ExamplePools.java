package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Any number of pools like the one of the example, and the cluster that they belong to. */
public final class ExamplePools {
  /** The name of the cluster. */
  public static final String CLUSTER = "demo";

  private ExamplePools() {}

  /** The Cluster and what it refers to, in a namespace. */
  public static List<ObjectNode> cluster(String namespace) {
    return cluster(SandboxCloud.AWS, namespace);
  }

  /** The same for one of the clouds. */
  public static List<ObjectNode> cluster(SandboxCloud sandboxCloud, String namespace) {
    return Manifests.example(sandboxCloud).objects().stream()
        .filter(object -> !ofPool(sandboxCloud, object))
        .map(object -> in(namespace, object.copyTree()))
        .toList();
  }

  /** The objects of a pool of AWS, all of one name. */
  public static List<ObjectNode> pool(String namespace, String name, int replicas) {
    return pool(SandboxCloud.AWS, namespace, name, replicas);
  }

  /**
   * The objects of a pool, all of one name: its config if it has one, the infrastructure pool, the
   * MachinePool.
   *
   * @param replicas 0 to 10, as the example's group allows; below 1 the group's minimum falls too
   */
  public static List<ObjectNode> pool(
      SandboxCloud sandboxCloud, String namespace, String name, int replicas) {
    var pool = new ArrayList<ObjectNode>();
    Stream.of("KubeadmConfig", sandboxCloud.poolKind(), "MachinePool")
        .flatMap(kind -> copies(sandboxCloud, kind))
        .forEach(
            object -> {
              object.withObject("/metadata").put("name", name);
              pool.add(in(namespace, object));
            });
    ObjectNode machinePool = pool.getLast();
    machinePool.withObject("/spec").put("replicas", replicas);
    machinePool.withObject("/spec/template/spec/infrastructureRef").put("name", name);
    if (machinePool.at("/spec/template/spec/bootstrap/configRef").isObject()) {
      machinePool.withObject("/spec/template/spec/bootstrap/configRef").put("name", name);
    }
    ObjectNode infrastructure = pool.get(pool.size() - 2).withObject("/spec");
    for (JsonNode listed : infrastructure.path("resources")) {
      ((ObjectNode) listed).withObject("/metadata").put("name", name);
      ((ObjectNode) listed).withObject("/spec").put("azureName", name);
    }
    if (replicas == 0 && infrastructure.has("minSize")) {
      infrastructure.put("minSize", 0);
    }
    return List.copyOf(pool);
  }

  private static Stream<ObjectNode> copies(SandboxCloud sandboxCloud, String kind) {
    return Manifests.example(sandboxCloud).objects().stream()
        .filter(object -> object.groupKind().kind().equals(kind))
        .map(ApiObject::copyTree);
  }

  private static boolean ofPool(SandboxCloud sandboxCloud, ApiObject object) {
    return object.groupKind().equals(GroupKind.MACHINE_POOL)
        || object.groupKind().equals(GroupKind.KUBEADM_CONFIG)
        || object.groupKind().kind().equals(sandboxCloud.poolKind());
  }

  private static ObjectNode in(String namespace, ObjectNode object) {
    object.withObject("/metadata").put("namespace", namespace);
    if (object.at("/spec/allowedNamespaces/list").isArray()) {
      object.withObject("/spec/allowedNamespaces").putArray("list").add(namespace);
    }
    if (object.at("/spec/principalSecret/namespace").isTextual()) {
      object.withObject("/spec/principalSecret").put("namespace", namespace);
    }
    if (object.at("/spec/credentialsRef/namespace").isTextual()) {
      object.withObject("/spec/credentialsRef").put("namespace", namespace);
    }
    return object;
  }
}
