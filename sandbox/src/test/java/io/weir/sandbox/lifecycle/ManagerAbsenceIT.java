package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal;
import io.weir.sandbox.objects.ExamplePools;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of what happens while no manager runs, all of it during one absence. */
@WithExclusiveSandbox
class ManagerAbsenceIT {

  private static final String NAMESPACE = "gone";

  private final TestSandbox testSandbox;

  ManagerAbsenceIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  @AfterEach
  void theManagerRuns() throws Exception {
    testSandbox.restartManager();
  }

  @Test
  void aLostTokenIsReplacedWithoutAMachineAndADeletionLeavesNothingWithoutItsClusterOrHardlyBegun()
      throws Exception {
    ObjectKey renewed = testSandbox.create("renewed", 1);
    ObjectKey widowed = createInOwnCluster();
    testSandbox.awaitRunning(renewed, 1);
    testSandbox.awaitRunning(widowed, 2);
    List<String> machines = machines(renewed);
    int versions = journal().creations("LaunchTemplateVersion", renewed.name());
    ObjectKey unseen = testSandbox.create("unseen", 3);

    testSandbox.sandbox().manager().stop();
    testSandbox.delete(unseen);
    loseToken(renewed);
    loseCluster();
    testSandbox.restartManager();
    // The garbage collector deletes it, too, as its owner is gone; it may even have ended by now.
    testSandbox.kubectl(
        "-n",
        NAMESPACE,
        "delete",
        "machinepool",
        widowed.name(),
        "--wait=false",
        "--ignore-not-found");

    awaitNothingLeft(unseen);
    awaitNothingLeft(widowed);
    testSandbox.await(
        TestSandbox.AWS_POOL,
        renewed,
        _ -> journal().creations("LaunchTemplateVersion", renewed.name()) == versions + 1,
        "gets a version");
    testSandbox.awaitTwoRenewals();
    assertThat(journal().creations("InstanceRefresh", renewed.name())).isZero();
    assertThat(machines(renewed)).isEqualTo(machines);
    testSandbox.delete(renewed);
    awaitNothingLeft(renewed);
  }

  private ObjectKey createInOwnCluster() throws Exception {
    testSandbox.kubectl("create", "namespace", NAMESPACE);
    testSandbox.sandbox().createKubeconfigSecret(new ObjectKey(NAMESPACE, ExamplePools.CLUSTER));
    var client = testSandbox.sandbox().kube().client();
    ExamplePools.cluster(NAMESPACE).forEach(client::apply);
    ExamplePools.pool(NAMESPACE, "widowed", 2).forEach(client::apply);
    return new ObjectKey(NAMESPACE, "widowed");
  }

  private void loseCluster() throws Exception {
    testSandbox.kubectl("-n", NAMESPACE, "delete", "awscluster", ExamplePools.CLUSTER);
    testSandbox.kubectl("-n", NAMESPACE, "delete", "cluster", ExamplePools.CLUSTER, "--wait=false");
    testSandbox.kubectl(
        "-n",
        NAMESPACE,
        "patch",
        "cluster",
        ExamplePools.CLUSTER,
        "--type=merge",
        "-p",
        "{\"metadata\":{\"finalizers\":null}}");
  }

  /** The token and the data with it: either of the two would bring the same token back. */
  private void loseToken(ObjectKey pool) throws Exception {
    String token = testSandbox.tokensOf(pool).getFirst().name();
    testSandbox.kubectl("-n", "kube-system", "delete", "secret", token);
    testSandbox.kubectl("delete", "secret", pool.name());
  }

  private List<String> machines(ObjectKey pool) throws InterruptedException {
    ApiObject found = testSandbox.await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists");
    return found.at("/spec/providerIDList").valueStream().map(id -> id.asText()).sorted().toList();
  }

  private void awaitNothingLeft(ObjectKey pool) throws InterruptedException {
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.awaitGone(GroupKind.KUBEADM_CONFIG, pool);
    testSandbox.assertNothingInAws(pool.name());
  }

  private Journal journal() {
    return testSandbox.aws().journal();
  }
}
