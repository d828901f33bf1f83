package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.engine.watch.WatchFilter;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The manager runs with {@code --watch-filter=blue}. */
class MachinePoolWatchFilterTest extends MemoryMachinePoolFixture {

  private static final WatchFilter BLUE = new WatchFilter("blue");

  MachinePoolWatchFilterTest() throws IOException {
    super(BLUE);
  }

  @Test
  void onlyLabelledObjectsAreWorkedOnAndTheRestAreNamed() throws Exception {
    ObjectKey cluster = cluster();
    ObjectKey others = fixture.create("others");
    ObjectKey ours = fixture.create("ours");

    label(GroupKind.MACHINE_POOL, ours);

    ApiObject _ =
        fixture.awaitSaying(ours, "BootstrapConfigReady", forgotten("KubeadmConfig", ours));
    label(GroupKind.KUBEADM_CONFIG, ours);
    ApiObject _ = fixture.awaitSaying(ours, "BootstrapConfigReady", forgotten("Cluster", cluster));
    label(GroupKind.CLUSTER, cluster);
    fixture.awaitData(ours);
    for (GroupKind kind :
        new GroupKind[] {
          GroupKind.MACHINE_POOL, GroupKind.KUBEADM_CONFIG, MachinePoolFixture.MACHINES
        }) {
      ApiObject left = fixture.user.client().get(kind, others).orElseThrow();
      assertThat(left.generation()).isEqualTo(1);
      assertThat(left.finalizers()).doesNotContain(MetadataKeys.MACHINE_POOL_FINALIZER);
      assertThat(left.ownerReferences()).isEmpty();
      assertThat(left.status()).isEmpty();
    }
  }

  @Test
  void aPoolThatIsHandedToAnotherManagerIsNotWorkedOnAnyMore() throws Exception {
    label(GroupKind.CLUSTER, cluster());
    ObjectKey pool = fixture.create("handed-over");
    label(GroupKind.KUBEADM_CONFIG, pool);
    label(GroupKind.MACHINE_POOL, pool);
    fixture.awaitData(pool);
    ApiObject _ =
        fixture.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> MetadataEdits.setLabel(tree, MetadataKeys.WATCH_FILTER, "green"));

    fixture.delete(pool);
    ObjectKey next = fixture.create("next");
    label(GroupKind.MACHINE_POOL, next);

    ApiObject _ = fixture.awaitSaying(next, "BootstrapConfigReady", "KubeadmConfig " + next);
    ApiObject left = fixture.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    assertThat(left.isDeleting()).isTrue();
    assertThat(left.status().toString()).doesNotContain("\"Deleting\",\"status\":\"True\"");
    assertThat(
            fixture.user.client().get(MachinePoolFixture.MACHINES, pool).orElseThrow().isDeleting())
        .isFalse();
  }

  private ObjectKey cluster() throws Exception {
    fixture.putKubeconfig(MachinePoolFixture.CLUSTER, workload);
    return fixture
        .user
        .client()
        .create(TestObjects.cluster(fixture.namespace, MachinePoolFixture.CLUSTER))
        .key();
  }

  private void label(GroupKind kind, ObjectKey key) {
    ApiObject _ =
        fixture.edit(
            kind, key, tree -> MetadataEdits.setLabel(tree, MetadataKeys.WATCH_FILTER, "blue"));
  }

  private static String forgotten(String kind, ObjectKey key) {
    return "%s %s does not have the label cluster.x-k8s.io/watch-filter: blue".formatted(kind, key);
  }
}
