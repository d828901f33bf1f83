package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.kube.PropagationPolicy;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemberNodesScenarioTest extends MemoryMachinePoolFixture {

  MemberNodesScenarioTest() throws IOException {}

  @BeforeEach
  void attach() throws Exception {
    fixture.attach();
  }

  @Test
  void thoseOfMachinesOnTheirWayOutStayButAreNotCounted() throws Exception {
    ObjectKey pool = fixture.running("shrinking");
    String leaving = fixture.providerId("leaving");
    ApiObject _ = fixture.join("leaving");

    ApiObject _ =
        fixture.edit(
            MachinePoolFixture.MACHINES,
            pool,
            tree -> MetadataEdits.setAnnotation(tree, MetadataKeys.LEAVING, leaving));
    fixture.report(pool, 1, fixture.providerId("m"), leaving);

    ApiObject _ = fixture.awaitSaying(pool, "ScalingDown", "1 machine is still terminating");
    // Its Node comes by another watch than its machine.
    ApiObject seen =
        CacheWaits.awaitObject(
            fixture.pools(), pool, found -> found.at("/status/nodeRefs").size() == 2);
    assertThat(seen.at("/status/phase").asText()).isEqualTo("ScalingDown");
    assertThat(seen.at("/status/replicas").asInt()).isEqualTo(1);
    assertThat(seen.at("/status/readyReplicas").asInt()).isEqualTo(1);
    assertThat(seen.at("/status/availableReplicas").asInt()).isEqualTo(1);
    assertThat(fixture.nodes.find(fixture.nodeName("leaving"))).isPresent();

    ApiObject _ =
        fixture.edit(
            MachinePoolFixture.MACHINES,
            pool,
            tree -> tree.withObject("/metadata/annotations").remove(MetadataKeys.LEAVING));
    fixture.report(pool, 1, fixture.providerId("m"));
    fixture.awaitNodeGone("leaving");
    ApiObject _ = fixture.awaitPhase(pool, "Running");
  }

  @Test
  void thatLackAProviderIdAreToldWhereAMachineLacksANode() throws Exception {
    ObjectKey pool = fixture.create("plain");
    fixture.awaitData(pool);
    ApiObject node = fixture.nodes.join(fixture.nodeName("m"), "");

    fixture.report(pool, 1, fixture.providerId("m"));

    ApiObject _ = fixture.awaitSaying(pool, "MachinesReady", "no spec.providerID");
    fixture.atWorkload.client().delete(node, PropagationPolicy.BACKGROUND);
  }

  @Test
  void thatWereDeletedByHandAreNotWaitedForAsIfTheyHadNeverBeen() throws Exception {
    ObjectKey pool = fixture.running("bereft");
    ApiObject node = fixture.nodes.find(fixture.nodeName("m")).orElseThrow();

    fixture.atWorkload.client().delete(node, PropagationPolicy.BACKGROUND);

    ApiObject seen = fixture.awaitSaying(pool, "MachinesReady", "1 with a deleted Node");
    assertThat(seen.at("/status/phase").asText()).isEqualTo("ScalingUp");
  }
}
