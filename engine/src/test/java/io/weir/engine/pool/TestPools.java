package io.weir.engine.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import io.weir.api.harness.TestObjects;
import java.util.Optional;
import java.util.function.Consumer;

/** Pools and what they refer to, as these tests need them. */
final class TestPools {

  private TestPools() {}

  /** The pool "workers" of Cluster "c", changed by the test. */
  static ApiObject pool(Consumer<ObjectNode> edit) {
    ObjectNode tree = TestObjects.pool("default", "c", "workers");
    tree.withObject("/metadata").put("uid", "uid-now");
    edit.accept(tree);
    return new ApiObject(tree);
  }

  /** An infrastructure pool with one member, controlled by a MachinePool. */
  static ApiObject machines(String controller, String uid) {
    return machines(controller, uid, _ -> {});
  }

  /** The same, changed by the test. */
  static ApiObject machines(String controller, String uid, Consumer<ObjectNode> edit) {
    ObjectNode tree =
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
             "metadata": {"namespace": "default", "name": "machines", "ownerReferences": [
               {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
                "name": "%s", "uid": "%s", "controller": true}]},
             "spec": {"providerIDList": ["aws:///z/i-1"]},
             "status": {"ready": true, "replicas": 1, "dataSecretName": "secret"}}
            """
                .formatted(controller, uid));
    edit.accept(tree);
    return new ApiObject(tree);
  }

  /** The pool with the same object behind both references. */
  static MachinePoolObjects parts(ApiObject pool, ResolvedReference resolvedReference) {
    return new MachinePoolObjects(
        pool, pool.as(MachinePool.class), Optional.empty(), resolvedReference, resolvedReference);
  }
}
