package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Nodes whose machines the pool has no more. */
class OrphanedNodesTest extends MemoryMachinePoolFixture {

  OrphanedNodesTest() throws IOException {}

  @Test
  void aNodeWhoseMachineAnotherPoolHasTakenOverStays() throws Exception {
    fixture.attach();
    ObjectKey first = fixture.running("first");
    ObjectKey second = fixture.create("second");
    fixture.awaitData(second);

    fixture.report(second, 1, fixture.providerId("m"));
    ApiObject _ = fixture.awaitPhase(second, "Running");
    fixture.report(first, 0);

    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.pools(),
            first,
            found ->
                found.at("/status/nodeRefs").isEmpty()
                    && found.at("/status/readyReplicas").asInt(-1) == 0);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
  }

  @Test
  void aNodeStaysWhoseMachineAPoolListsThatReachesTheServerByAnotherCluster() throws Exception {
    fixture.attach();
    ObjectKey _ = fixture.running("first");
    fixture.attach("again", workload);
    ObjectKey copy = fixture.create("again", "copy", _ -> {});
    fixture.awaitData(copy);
    fixture.report(copy, 1, fixture.providerId("m"));
    ApiObject _ = fixture.awaitPhase(copy, "Running");

    fixture.delete(copy);
    fixture.removeInfrastructureFinalizers(copy);

    CacheWaits.awaitGone(fixture.pools(), copy);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
  }

  @Test
  void aNodeStaysThatAnotherMachineOfTheNameHasTakenOver() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("repaired");
    ApiObject node = fixture.nodes.find(fixture.nodeName("m")).orElseThrow();
    fixture.nodes.report(node, "first-machine");
    fixture.report(pool, 2, fixture.providerId("m"), fixture.providerId("n"));
    ApiObject _ = fixture.join("n");
    ApiObject _ = awaitReady(pool, 2);

    fixture.nodes.report(node, "second-machine");
    fixture.report(pool, 1, fixture.providerId("n"));
    ApiObject _ = awaitReady(pool, 1);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();

    fixture.report(pool, 2, fixture.providerId("m"), fixture.providerId("n"));
    ApiObject _ = awaitReady(pool, 2);
    fixture.report(pool, 1, fixture.providerId("n"));
    fixture.awaitNodeGone("m");
  }

  private ApiObject awaitReady(ObjectKey pool, int replicas) throws Exception {
    return CacheWaits.awaitObject(
        fixture.pools(),
        pool,
        found ->
            found.at("/status/nodeRefs").size() == replicas
                && found.at("/status/readyReplicas").asInt(-1) == replicas);
  }

  @Test
  void nodesWhoseMachinesWentWithTheirGroupGoOnceThePoolHasOneAgain() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("rebuilt");
    ApiObject machines =
        fixture.edit(
            MachinePoolFixture.MACHINES,
            pool,
            tree -> tree.withObject("/spec").remove("providerIDList"));
    ApiObject broken =
        RetriedEdits.editStatus(
            fixture.user.client(),
            machines,
            status -> status.put("ready", false).put("replicas", 0));
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.pools(), pool, found -> found.at("/spec/providerIDList").isEmpty());
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.pools(), pool, found -> found.at("/status/readyReplicas").asInt(-1) == 0);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
    assertThat(broken.key()).isEqualTo(pool);

    fixture.report(pool, 1, fixture.providerId("n"));
    ApiObject _ = fixture.join("n");

    fixture.awaitNodeGone("m");
  }
}
