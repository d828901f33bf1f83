package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Objects;
import io.weir.engine.watch.WatchFilter;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The manager runs with {@code --watch-filter=blue}. */
class WatchFilterTest extends MemoryStage {

  private static final WatchFilter BLUE = new WatchFilter("blue");

  WatchFilterTest() throws IOException {
    super(BLUE);
  }

  @Test
  void onlyLabelledObjectsAreWorkedOnAndTheRestAreNamed() throws Exception {
    ObjectKey cluster = cluster();
    ObjectKey others = stage.create("others");
    ObjectKey ours = stage.create("ours");

    label(GroupKind.MACHINE_POOL, ours);

    ApiObject _ = stage.awaitSaying(ours, "BootstrapConfigReady", forgotten("KubeadmConfig", ours));
    label(GroupKind.KUBEADM_CONFIG, ours);
    ApiObject _ = stage.awaitSaying(ours, "BootstrapConfigReady", forgotten("Cluster", cluster));
    label(GroupKind.CLUSTER, cluster);
    stage.awaitData(ours);
    for (GroupKind kind :
        new GroupKind[] {GroupKind.MACHINE_POOL, GroupKind.KUBEADM_CONFIG, PoolStage.MACHINES}) {
      ApiObject left = stage.user.client().get(kind, others).orElseThrow();
      assertThat(left.generation()).isEqualTo(1);
      assertThat(left.finalizers()).doesNotContain(Keys.MACHINE_POOL_FINALIZER);
      assertThat(left.ownerReferences()).isEmpty();
      assertThat(left.status()).isEmpty();
    }
  }

  @Test
  void aPoolThatIsHandedToAnotherManagerIsNotWorkedOnAnyMore() throws Exception {
    label(GroupKind.CLUSTER, cluster());
    ObjectKey pool = stage.create("handed-over");
    label(GroupKind.KUBEADM_CONFIG, pool);
    label(GroupKind.MACHINE_POOL, pool);
    stage.awaitData(pool);
    ApiObject _ =
        stage.edit(
            GroupKind.MACHINE_POOL, pool, tree -> Metadata.label(tree, Keys.WATCH_FILTER, "green"));

    stage.delete(pool);
    ObjectKey next = stage.create("next");
    label(GroupKind.MACHINE_POOL, next);

    ApiObject _ = stage.awaitSaying(next, "BootstrapConfigReady", "KubeadmConfig " + next);
    ApiObject left = stage.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    assertThat(left.deleting()).isTrue();
    assertThat(left.status().toString()).doesNotContain("\"Deleting\",\"status\":\"True\"");
    assertThat(stage.user.client().get(PoolStage.MACHINES, pool).orElseThrow().deleting())
        .isFalse();
  }

  private ObjectKey cluster() throws Exception {
    stage.putKubeconfig(PoolStage.CLUSTER, workload);
    return stage.user.client().create(Objects.cluster(stage.namespace, PoolStage.CLUSTER)).key();
  }

  private void label(GroupKind kind, ObjectKey key) {
    ApiObject _ = stage.edit(kind, key, tree -> Metadata.label(tree, Keys.WATCH_FILTER, "blue"));
  }

  private static String forgotten(String kind, ObjectKey key) {
    return "%s %s does not have the label cluster.x-k8s.io/watch-filter: blue".formatted(kind, key);
  }
}
