package io.weir.provider.oci;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.clouds.CloudFault;
import io.weir.clouds.Journal;
import io.weir.clouds.oci.oke.OkeApiServer;
import io.weir.clouds.oci.wire.OciModels;
import io.weir.provider.ControlPlaneAccess;
import io.weir.provider.Instance;
import io.weir.provider.kit.CalledActions;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import io.weir.provider.oci.instancepool.InstanceConfiguration;
import io.weir.provider.oci.instancepool.ObservedInstancePool;
import io.weir.provider.oci.instancepool.calls.InstancePoolCalls;
import io.weir.provider.oci.nodepool.ObservedNodePools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The lives of pools that make every call which anything is permitted for. */
class OciPermissionsIT {

  @Test
  void theLivesOfPoolsMakeEveryCallThatAnythingIsPermittedFor() throws Exception {
    var actions = new TreeSet<String>();
    try (var oke = new SimulatedOke()) {
      live(oke);
      actions.addAll(oke.cloud.journal().actions());
    }
    try (var compute = new SimulatedCompute()) {
      live(compute);
      actions.addAll(compute.cloud.journal().actions());
    }
    CalledActions.of("oci").assertAll(actions);
  }

  private static void live(SimulatedOke oke) throws Exception {
    PoolObjects pool = oke.pool("workers", 3);
    var reconciler = new TestReconciler<>(oke);
    var _ = reconciler.converge(pool);
    oke.completePendingWork();
    var _ = reconciler.converge(pool);
    pool.poolTree().withObject("/spec").put("version", "v1.34.1");
    pool.poolTree().withObject("/spec/nodePoolCyclingDetails").put("isNodeCyclingEnabled", true);
    var _ = reconciler.converge(pool);
    oke.completePendingWork();
    ControlPlaneAccess access = oke.access(Map.of());
    var apiServer = new OkeApiServer("203.0.113.7:6443", "10.0.0.7:6443", "Q0E=");
    oke.cloud.oke().setApiServer(apiServer);
    assertThat(access.credentials(oke.scope(access)).caPem()).isEqualTo("CA");
    ObservedNodePools seen = reconciler.observe(pool).observedState().orElseThrow();
    assertThat(seen.instances()).extracting(Instance::revision).containsOnly("v1.34.1");
    oke.calls()
        .deleteNode(
            oke.poolNamed("workers").path("id").asText(), seen.instances().getFirst().id(), false);
    oke.completePendingWork();
    boolean _ = reconciler.delete(pool);
    oke.completePendingWork();
    assertThat(reconciler.delete(pool)).isTrue();
    assertThat(oke.cloud.journal().calls())
        .extracting(Journal.Call::outcome)
        .containsOnly(Journal.OK);
  }

  private static void live(SimulatedCompute compute) throws Exception {
    PoolObjects pool = compute.pool("workers", 2);
    var reconciler = new TestReconciler<>(compute);
    var _ = reconciler.converge(pool);
    compute.completePendingWork();
    pool.poolTree().withObject("/spec/instanceConfiguration").put("shape", "VM.Standard2.1");
    var _ = reconciler.converge(pool);
    compute.completePendingWork();
    ObservedInstancePool seen = reconciler.observe(pool).observedState().orElseThrow();
    InstancePoolCalls calls = compute.calls();
    InstanceConfiguration configuration = calls.content(seen.configurations().getLast());
    assertThat(configuration.launch().orElseThrow().path("shape").asText())
        .isEqualTo("VM.Standard2.1");
    ObjectNode tags = Json.MAPPER.createObjectNode();
    tags.set("freeformTags", configuration.tags());
    InstanceConfiguration _ = calls.tagConfiguration(configuration.id(), tags);
    String id = compute.poolNamed("workers").path("id").asText();
    assertThat(calls.failure(id)).isEmpty();
    calls.end(id, calls.instances(id).getFirst().id(), false);
    compute.completePendingWork();
    for (int pass = 0; pass < 4 && !reconciler.delete(pool); pass++) {
      compute.completePendingWork();
    }
    assertThat(compute.cloud.compute().instanceConfigurations()).isEmpty();
    assertThat(compute.cloud.journal().calls())
        .extracting(Journal.Call::outcome)
        .containsOnly(Journal.OK);
  }

  @Test
  void whatTheSimulatedCloudAnswersIsAsOraclesModelsSay() throws Exception {
    try (var oke = new SimulatedOke()) {
      oke.cloud
          .faults()
          .add(
              CloudFault.of(CloudFault.Kind.NO_CAPACITY)
                  .forAction(oke.cloud.launchAction())
                  .times(1));
      PoolObjects pool = oke.pool("workers", 2);
      var reconciler = new TestReconciler<>(oke);
      var _ = reconciler.converge(pool);
      oke.time.advance(Duration.ofSeconds(5));
      OciModels models = OciModels.containerEngine();
      var problems = new ArrayList<String>();
      for (JsonNode shown : oke.cloud.oke().nodePools()) {
        assertThat(shown.toString()).contains("Out of host capacity");
        problems.addAll(models.problems("NodePool", shown));
        ObjectNode summary = shown.deepCopy();
        summary.remove(List.of("nodes", "nodeMetadata"));
        problems.addAll(models.problems("NodePoolSummary", summary));
      }
      for (JsonNode shown : oke.cloud.oke().clusters()) {
        problems.addAll(models.problems("Cluster", shown));
      }
      assertThat(problems).isEmpty();
    }
  }

  @Test
  void aPoolThatLacksCapacitySaysSoInTheCloudsWords() throws Exception {
    try (var oke = new SimulatedOke()) {
      oke.cloud
          .faults()
          .add(CloudFault.of(CloudFault.Kind.NO_CAPACITY).forAction(oke.cloud.launchAction()));
      PoolObjects pool = oke.pool("workers", 2);
      var reconciler = new TestReconciler<>(oke);
      var _ = reconciler.converge(pool);
      oke.time.advance(Duration.ofSeconds(5));

      var report = reconciler.converge(pool);

      assertThat(report.conditions().toString())
          .contains("NEEDS_ATTENTION")
          .contains("Out of host capacity. (InternalError)");
      assertThat(report.status().path("failureMessages").toString())
          .isEqualTo("[\"Out of host capacity. (InternalError)\"]");
    }
  }

  @Test
  void whatSimulatedComputeManagementAnswersIsAsOraclesModelsSay() throws Exception {
    try (var compute = new SimulatedCompute()) {
      var _ = new TestReconciler<>(compute).converge(compute.pool("workers", 2));
      compute.completePendingWork();
      OciModels models = OciModels.core();
      var problems = new ArrayList<String>();
      for (JsonNode shown : compute.cloud.compute().instancePools()) {
        problems.addAll(models.problems("InstancePool", shown));
      }
      for (JsonNode shown : compute.cloud.compute().instanceConfigurations()) {
        problems.addAll(models.problems("InstanceConfiguration", shown));
      }
      assertThat(problems).isEmpty();
    }
  }
}
