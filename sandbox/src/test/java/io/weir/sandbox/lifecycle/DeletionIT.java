package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.sandbox.cloud.ApiServerGate;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.KubeconfigSecrets;
import io.weir.sandbox.usage.ApiUsers;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool goes whenever it is asked to, and takes everything with it. */
@WithTestSandbox
class DeletionIT {

  private static final long LOOK_NANOS = 1_000_000;
  private static final long BOUND_NANOS = 240_000_000_000L;

  private final TestSandbox testSandbox;

  DeletionIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @ParameterizedTest
  @ValueSource(strings = {"LaunchTemplate", "AutoScalingGroup"})
  void inTheMiddleOfCreationLeavesNothing(String kind) throws Exception {
    ObjectKey pool = testSandbox.create("halfway-" + kind.toLowerCase(Locale.ROOT), 3);
    long end = System.nanoTime() + BOUND_NANOS;
    while (testSandbox.aws().journal().creations(kind, pool.name()) == 0) {
      assertThat(System.nanoTime()).as(kind + " is created").isLessThan(end);
      LockSupport.parkNanos(LOOK_NANOS);
    }

    testSandbox.delete(pool);

    awaitNothingLeft(pool);
  }

  @Test
  void inTheFirstMomentLeavesNothing() throws Exception {
    ObjectKey pool = testSandbox.create("at-once", 3);

    testSandbox.delete(pool);

    awaitNothingLeft(pool);
  }

  @Test
  void withItsWholeNamespaceLeavesNoNode() throws Exception {
    String namespace = "evicting";
    testSandbox.kubectl("create", "namespace", namespace);
    testSandbox.sandbox().createKubeconfigSecret(new ObjectKey(namespace, ExamplePools.CLUSTER));
    var client = testSandbox.sandbox().kube().client();
    ExamplePools.cluster(namespace).forEach(client::apply);
    ExamplePools.pool(namespace, "evicted", 2).forEach(client::apply);
    var pool = new ObjectKey(namespace, "evicted");
    testSandbox.awaitRunning(pool, 2);
    testSandbox.awaitNodes(
        "2 Nodes carry the mark of their pool", () -> testSandbox.countNodesOf(pool) == 2);

    testSandbox.kubectl("delete", "namespace", namespace, "--timeout=240s");

    testSandbox.awaitNodes("no Node is left", () -> testSandbox.countNodesOf(pool) == 0);
    testSandbox.assertNothingInAws(pool.name());
  }

  @Test
  void whileTheWorkloadClusterIsAwayEndsAndTakesTheNodesWhenItIsBack() throws Exception {
    String namespace = "cut-off";
    var cluster = new ObjectKey(namespace, ExamplePools.CLUSTER);
    var pool = new ObjectKey(namespace, "cut-off");
    testSandbox.kubectl("create", "namespace", namespace);
    try (ApiServerGate apiServerGate =
        ApiServerGate.open(testSandbox.sandbox().controlPlane().server(), 0)) {
      String kubeconfig = testSandbox.sandbox().controlPlane().kubeconfig(ApiUsers.WORKLOAD);
      var client = testSandbox.sandbox().kube().client();
      ApiObject _ =
          client.apply(KubeconfigSecrets.of(cluster, apiServerGate.rewriteKubeconfig(kubeconfig)));
      ExamplePools.cluster(namespace).forEach(client::apply);
      ExamplePools.pool(namespace, pool.name(), 2).forEach(client::apply);
      testSandbox.awaitRunning(pool, 2);
      testSandbox.awaitNodes(
          "2 Nodes carry the mark of their pool", () -> testSandbox.countNodesOf(pool) == 2);
      testSandbox.kubectl(
          "-n",
          namespace,
          "patch",
          "machinepool",
          pool.name(),
          "--type=merge",
          "-p",
          "{\"spec\":{\"template\":{\"spec\":{\"deletion\":{\"nodeDeletionTimeoutSeconds\":5}}}}}");
      apiServerGate.shut();
      testSandbox.kubectl("-n", namespace, "delete", "machinepool", pool.name(), "--wait=false");
      awaitNothingLeft(pool);
      assertThat(testSandbox.countNodesOf(pool)).isEqualTo(2);

      apiServerGate.open();

      testSandbox.awaitNodes("no Node is left", () -> testSandbox.countNodesOf(pool) == 0);
      testSandbox.await(
          GroupKind.CLUSTER,
          cluster,
          found -> found.annotation(MetadataKeys.LEFT_NODES).isEmpty(),
          "has nothing noted");
    }
    testSandbox.kubectl("delete", "namespace", namespace, "--wait=false");
  }

  private void awaitNothingLeft(ObjectKey pool) throws InterruptedException {
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.awaitGone(GroupKind.KUBEADM_CONFIG, pool);
    testSandbox.assertNothingInAws(pool.name());
  }
}
