package io.weir.provider.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.provider.CallGate;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.azure.account.ClusterIdentities;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.azure.akspool.AksPoolDesiredState;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.aso.AgentPool;
import io.weir.provider.azure.aso.AsoObservedState;
import io.weir.provider.azure.aso.ReconcilePolicy;
import io.weir.provider.kit.ObjectPoolContract;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestObjectStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;

class AksManagedPoolContractTest extends ObjectPoolContract<AksPoolDesiredState, AsoObservedState> {

  @Override
  protected PoolProvider<AksPoolDesiredState, AsoObservedState> provider() {
    var context = new ProviderContext(Map.of(), CallGate.CLOSED, Clock.systemUTC());
    return new AzureManagedMachinePoolProvider(
        new AzureSessions(context), new ClusterIdentities(""), context.clock());
  }

  @Override
  protected PoolObjects pool(String name) {
    return new PoolObjects(
            object(
                "infrastructure.cluster.x-k8s.io/v1beta1",
                "AzureManagedMachinePool",
                name,
                "{\"mode\": \"User\", \"sku\": \"Standard_D2s_v3\"}"),
            object(
                "cluster.x-k8s.io/v1beta2",
                "MachinePool",
                name,
                "{\"template\": {\"spec\": {\"version\": \"v1.33.5\"}}}"),
            object(
                "cluster.x-k8s.io/v1beta2",
                "Cluster",
                "demo",
                """
                {"controlPlaneRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
                 "kind": "AzureManagedControlPlane", "name": "demo"}}
                """),
            List.of(controlPlane()),
            null)
        .setReplicas(3);
  }

  private static ObjectNode controlPlane() {
    ObjectNode tree =
        object(
            "infrastructure.cluster.x-k8s.io/v1beta1",
            "AzureManagedControlPlane",
            "demo",
            "{\"version\": \"v1.33.5\"}");
    tree.putObject("status").put("initialized", true);
    return tree;
  }

  private static ObjectNode object(String version, String kind, String name, String spec) {
    ObjectNode tree =
        TestObjects.parse(
            """
            {"apiVersion": "%1$s", "kind": "%2$s",
             "metadata": {"name": "%3$s", "namespace": "team", "uid": "%3$s",
                          "labels": {"cluster.x-k8s.io/cluster-name": "demo"}}}
            """
                .formatted(version, kind, name));
    tree.set("spec", TestObjects.parse(spec));
    return tree;
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
    return Map.of(AgentPool.NODE_LABEL, pool.name());
  }

  @Override
  protected void drift(TestObjectStore objects, ObjectKey pool) {
    ObjectNode agentPool = objects.find(AsoKinds.AGENT_POOL, pool).orElseThrow().copyTree();
    agentPool.withObject("/spec").put("vmSize", "Standard_D8s_v3");
    objects.put(agentPool);
  }

  @Override
  protected boolean isPaused(ApiObject main) {
    return main.annotation(ReconcilePolicy.KEY).filter(ReconcilePolicy.SKIP::equals).isPresent();
  }
}
