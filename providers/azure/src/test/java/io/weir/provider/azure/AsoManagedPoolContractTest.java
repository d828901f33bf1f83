package io.weir.provider.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.provider.PoolProvider;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.aso.AgentPool;
import io.weir.provider.azure.aso.AsoObservedState;
import io.weir.provider.azure.aso.ReconcilePolicy;
import io.weir.provider.azure.asopool.AsoPoolDesiredState;
import io.weir.provider.kit.ObjectPoolContract;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestObjectStore;
import java.util.List;
import java.util.Map;

class AsoManagedPoolContractTest extends ObjectPoolContract<AsoPoolDesiredState, AsoObservedState> {

  @Override
  protected PoolProvider<AsoPoolDesiredState, AsoObservedState> provider() {
    return new AzureAsoManagedMachinePoolProvider();
  }

  @Override
  protected PoolObjects pool(String name) {
    ObjectNode pool =
        TestObjects.parse(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1", "kind": "AzureASOManagedMachinePool",
             "metadata": {"name": "%1$s", "namespace": "team", "uid": "%1$s",
                          "labels": {"cluster.x-k8s.io/cluster-name": "demo"}},
             "spec": {"resources": [
               {"apiVersion": "containerservice.azure.com/v1api20240901", "kind": "ManagedClustersAgentPool",
                "metadata": {"name": "%1$s"},
                "spec": {"azureName": "pool0", "owner": {"name": "demo"}, "mode": "User",
                         "vmSize": "Standard_D2s_v3"}}]}}
            """
                .formatted(name));
    return new PoolObjects(
            pool, object("MachinePool", name), object("Cluster", "demo"), List.of(), null)
        .setReplicas(3);
  }

  private static ObjectNode object(String kind, String name) {
    return TestObjects.parse(
        """
        {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "%1$s",
         "metadata": {"name": "%2$s", "namespace": "team", "uid": "%2$s"},
         "spec": {"template": {"spec": {"version": "v1.33.5"}}}}
        """
            .formatted(kind, name));
  }

  @Override
  protected GroupKind mainKind() {
    return AsoKinds.AGENT_POOL;
  }

  /** As ASO writes it once AKS has the pool. */
  @Override
  protected Map<String, String> actForController(TestObjectStore objects, ObjectKey pool) {
    ObjectNode agentPool = objects.find(AsoKinds.AGENT_POOL, pool).orElseThrow().copyTree();
    ObjectNode status = agentPool.putObject("status");
    status.put("provisioningState", "Succeeded").set("count", agentPool.at("/spec/count"));
    status
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", "True")
        .put("reason", "Succeeded");
    objects.put(agentPool);
    return Map.of(AgentPool.NODE_LABEL, "pool0");
  }

  @Override
  protected void drift(TestObjectStore objects, ObjectKey pool) {
    ObjectNode agentPool = objects.find(AsoKinds.AGENT_POOL, pool).orElseThrow().copyTree();
    agentPool.withObject("/spec").put("count", 1);
    objects.put(agentPool);
  }

  @Override
  protected boolean isPaused(ApiObject main) {
    return main.annotation(ReconcilePolicy.KEY).filter(ReconcilePolicy.SKIP::equals).isPresent();
  }
}
