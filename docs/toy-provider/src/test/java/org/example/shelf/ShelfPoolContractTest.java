package org.example.shelf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.PoolProvider;
import io.weir.provider.kit.ObjectPoolContract;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestObjectStore;
import java.util.List;
import java.util.Map;

class ShelfPoolContractTest extends ObjectPoolContract<ShelfDesiredState, ShelfObservedState> {

  private static final GroupKind CONFIG_MAP = new GroupKind("", "ConfigMap");

  @Override
  protected PoolProvider<ShelfDesiredState, ShelfObservedState> provider() {
    return new ShelfPoolProvider();
  }

  @Override
  protected PoolObjects pool(String name) {
    return new PoolObjects(
            object("infrastructure.cluster.x-k8s.io/v1", "ShelfMachinePool", name),
            object("cluster.x-k8s.io/v1beta2", "MachinePool", name),
            object("cluster.x-k8s.io/v1beta2", "Cluster", "shelves"),
            List.of(),
            null)
        .setReplicas(3);
  }

  private static ObjectNode object(String version, String kind, String name) {
    ObjectNode tree = Json.MAPPER.createObjectNode().put("apiVersion", version).put("kind", kind);
    tree.putObject("metadata").put("name", name).put("namespace", "shelves").put("uid", name);
    return tree;
  }

  @Override
  protected GroupKind mainKind() {
    return CONFIG_MAP;
  }

  /** The keeper puts as many machines on a shelf as it is asked for, and says which shelf it is. */
  @Override
  protected Map<String, String> actForController(TestObjectStore objects, ObjectKey pool) {
    ObjectNode configMap = objects.find(CONFIG_MAP, pool).orElseThrow().copyTree();
    ObjectNode data = configMap.withObject("/data");
    data.put("kept", data.path("size").asText()).put("shelf", "s-7");
    objects.put(configMap);
    return Map.of("example.org/shelf", "s-7");
  }

  @Override
  protected void drift(TestObjectStore objects, ObjectKey pool) {
    ObjectNode configMap = objects.find(CONFIG_MAP, pool).orElseThrow().copyTree();
    configMap.withObject("/data").put("size", "1");
    objects.put(configMap);
  }

  @Override
  protected boolean isPaused(ApiObject main) {
    return main.at("/data/paused").asText().equals("true");
  }
}
