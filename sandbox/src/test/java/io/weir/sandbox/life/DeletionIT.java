package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.sandbox.account.Accounts;
import io.weir.sandbox.cloud.Door;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool goes whenever it is asked to, and takes everything with it. */
@OnStage
class DeletionIT {

  private static final long LOOK_NANOS = 1_000_000;
  private static final long BOUND_NANOS = 240_000_000_000L;

  private final Stage stage;

  DeletionIT(Stage stage) {
    this.stage = stage;
  }

  @ParameterizedTest
  @ValueSource(strings = {"LaunchTemplate", "AutoScalingGroup"})
  void inTheMiddleOfCreationLeavesNothing(String kind) throws Exception {
    ObjectKey pool = stage.create("halfway-" + kind.toLowerCase(Locale.ROOT), 3);
    long end = System.nanoTime() + BOUND_NANOS;
    while (stage.sandbox().aws().journal().creations(kind, pool.name()) == 0) {
      assertThat(System.nanoTime()).as(kind + " is created").isLessThan(end);
      LockSupport.parkNanos(LOOK_NANOS);
    }

    stage.delete(pool);

    awaitNothingLeft(pool);
  }

  @Test
  void inTheFirstMomentLeavesNothing() throws Exception {
    ObjectKey pool = stage.create("at-once", 3);

    stage.delete(pool);

    awaitNothingLeft(pool);
  }

  @Test
  void withItsWholeNamespaceLeavesNoNode() throws Exception {
    String namespace = "evicting";
    stage.kubectl("create", "namespace", namespace);
    stage.sandbox().attach(new ObjectKey(namespace, ExamplePools.CLUSTER));
    var client = stage.sandbox().kube().client();
    ExamplePools.cluster(namespace).forEach(client::apply);
    ExamplePools.pool(namespace, "evicted", 2).forEach(client::apply);
    var pool = new ObjectKey(namespace, "evicted");
    stage.awaitRunning(pool, 2);
    stage.awaitNodes("2 Nodes carry the mark of their pool", () -> stage.nodesOf(pool) == 2);

    stage.kubectl("delete", "namespace", namespace, "--timeout=240s");

    stage.awaitNodes("no Node is left", () -> stage.nodesOf(pool) == 0);
    stage.assertNothingInAws(pool.name());
  }

  @Test
  void whileTheWorkloadClusterIsAwayEndsAndTakesTheNodesWhenItIsBack() throws Exception {
    String namespace = "cut-off";
    var cluster = new ObjectKey(namespace, ExamplePools.CLUSTER);
    var pool = new ObjectKey(namespace, "cut-off");
    stage.kubectl("create", "namespace", namespace);
    try (Door door = Door.open(stage.sandbox().controlPlane().server(), 0)) {
      String kubeconfig = stage.sandbox().controlPlane().kubeconfig(Accounts.WORKLOAD);
      var client = stage.sandbox().kube().client();
      ApiObject _ = client.apply(KubeconfigSecrets.of(cluster, door.by(kubeconfig)));
      ExamplePools.cluster(namespace).forEach(client::apply);
      ExamplePools.pool(namespace, pool.name(), 2).forEach(client::apply);
      stage.awaitRunning(pool, 2);
      stage.awaitNodes("2 Nodes carry the mark of their pool", () -> stage.nodesOf(pool) == 2);
      stage.kubectl(
          "-n",
          namespace,
          "patch",
          "machinepool",
          pool.name(),
          "--type=merge",
          "-p",
          "{\"spec\":{\"template\":{\"spec\":{\"deletion\":{\"nodeDeletionTimeoutSeconds\":5}}}}}");
      door.shut();
      stage.kubectl("-n", namespace, "delete", "machinepool", pool.name(), "--wait=false");
      awaitNothingLeft(pool);
      assertThat(stage.nodesOf(pool)).isEqualTo(2);

      door.open();

      stage.awaitNodes("no Node is left", () -> stage.nodesOf(pool) == 0);
      stage.await(
          GroupKind.CLUSTER,
          cluster,
          found -> found.annotation(Keys.LEFT_NODES).isEmpty(),
          "has nothing noted");
    }
    stage.kubectl("delete", "namespace", namespace, "--wait=false");
  }

  private void awaitNothingLeft(ObjectKey pool) throws InterruptedException {
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
    stage.awaitGone(Stage.AWS_POOL, pool);
    stage.awaitGone(GroupKind.KUBEADM_CONFIG, pool);
    stage.assertNothingInAws(pool.name());
  }
}
