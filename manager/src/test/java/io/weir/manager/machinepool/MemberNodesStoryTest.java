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

class MemberNodesStoryTest extends MemoryMachinePoolFixture {

  MemberNodesStoryTest() throws IOException {}

  @BeforeEach
  void attach() throws Exception {
    stage.attach();
  }

  @Test
  void thoseOfMachinesOnTheirWayOutStayButAreNotCounted() throws Exception {
    ObjectKey pool = stage.running("shrinking");
    String leaving = stage.providerId("leaving");
    ApiObject _ = stage.join("leaving");

    ApiObject _ =
        stage.edit(
            MachinePoolFixture.MACHINES,
            pool,
            tree -> MetadataEdits.setAnnotation(tree, MetadataKeys.LEAVING, leaving));
    stage.report(pool, 1, stage.providerId("m"), leaving);

    ApiObject _ = stage.awaitSaying(pool, "ScalingDown", "1 machine is still terminating");
    // Its Node comes by another watch than its machine.
    ApiObject seen =
        CacheWaits.awaitObject(
            stage.pools(), pool, found -> found.at("/status/nodeRefs").size() == 2);
    assertThat(seen.at("/status/phase").asText()).isEqualTo("ScalingDown");
    assertThat(seen.at("/status/replicas").asInt()).isEqualTo(1);
    assertThat(seen.at("/status/readyReplicas").asInt()).isEqualTo(1);
    assertThat(seen.at("/status/availableReplicas").asInt()).isEqualTo(1);
    assertThat(stage.nodes.find(stage.nodeName("leaving"))).isPresent();

    ApiObject _ =
        stage.edit(
            MachinePoolFixture.MACHINES,
            pool,
            tree -> tree.withObject("/metadata/annotations").remove(MetadataKeys.LEAVING));
    stage.report(pool, 1, stage.providerId("m"));
    stage.awaitNodeGone("leaving");
    ApiObject _ = stage.awaitPhase(pool, "Running");
  }

  @Test
  void thatLackAProviderIdAreToldWhereAMachineLacksANode() throws Exception {
    ObjectKey pool = stage.create("plain");
    stage.awaitData(pool);
    ApiObject node = stage.nodes.join(stage.nodeName("m"), "");

    stage.report(pool, 1, stage.providerId("m"));

    ApiObject _ = stage.awaitSaying(pool, "MachinesReady", "no spec.providerID");
    stage.atWorkload.client().delete(node, PropagationPolicy.BACKGROUND);
  }

  @Test
  void thatWereDeletedByHandAreNotWaitedForAsIfTheyHadNeverBeen() throws Exception {
    ObjectKey pool = stage.running("bereft");
    ApiObject node = stage.nodes.find(stage.nodeName("m")).orElseThrow();

    stage.atWorkload.client().delete(node, PropagationPolicy.BACKGROUND);

    ApiObject seen = stage.awaitSaying(pool, "MachinesReady", "1 with a deleted Node");
    assertThat(seen.at("/status/phase").asText()).isEqualTo("ScalingUp");
  }
}
