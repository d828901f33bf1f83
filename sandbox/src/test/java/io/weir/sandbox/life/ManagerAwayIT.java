package io.weir.sandbox.life;

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
@AloneOnStage
class ManagerAwayIT {

  private static final String NAMESPACE = "gone";

  private final Stage stage;

  ManagerAwayIT(Stage stage) {
    this.stage = stage;
  }

  @AfterEach
  void theManagerRuns() throws Exception {
    stage.restartManager();
  }

  @Test
  void aLostTokenIsReplacedWithoutAMachineAndADeletionLeavesNothingWithoutItsClusterOrHardlyBegun()
      throws Exception {
    ObjectKey renewed = stage.create("renewed", 1);
    ObjectKey widowed = createInOwnCluster();
    stage.awaitRunning(renewed, 1);
    stage.awaitRunning(widowed, 2);
    List<String> machines = machines(renewed);
    int versions = journal().creations("LaunchTemplateVersion", renewed.name());
    ObjectKey unseen = stage.create("unseen", 3);

    stage.sandbox().manager().kill();
    stage.delete(unseen);
    loseToken(renewed);
    loseCluster();
    stage.restartManager();
    // The garbage collector deletes it, too, as its owner is gone; it may even have ended by now.
    stage.kubectl(
        "-n",
        NAMESPACE,
        "delete",
        "machinepool",
        widowed.name(),
        "--wait=false",
        "--ignore-not-found");

    awaitNothingLeft(unseen);
    awaitNothingLeft(widowed);
    stage.await(
        Stage.AWS_POOL,
        renewed,
        _ -> journal().creations("LaunchTemplateVersion", renewed.name()) == versions + 1,
        "gets a version");
    stage.awaitTwoRenewals();
    assertThat(journal().creations("InstanceRefresh", renewed.name())).isZero();
    assertThat(machines(renewed)).isEqualTo(machines);
    stage.delete(renewed);
    awaitNothingLeft(renewed);
  }

  private ObjectKey createInOwnCluster() throws Exception {
    stage.kubectl("create", "namespace", NAMESPACE);
    stage.sandbox().attach(new ObjectKey(NAMESPACE, ExamplePools.CLUSTER));
    var client = stage.sandbox().kube().client();
    ExamplePools.cluster(NAMESPACE).forEach(client::apply);
    ExamplePools.pool(NAMESPACE, "widowed", 2).forEach(client::apply);
    return new ObjectKey(NAMESPACE, "widowed");
  }

  private void loseCluster() throws Exception {
    stage.kubectl("-n", NAMESPACE, "delete", "awscluster", ExamplePools.CLUSTER);
    stage.kubectl("-n", NAMESPACE, "delete", "cluster", ExamplePools.CLUSTER, "--wait=false");
    stage.kubectl(
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
    String token = stage.tokensOf(pool).getFirst().name();
    stage.kubectl("-n", "kube-system", "delete", "secret", token);
    stage.kubectl("delete", "secret", pool.name());
  }

  private List<String> machines(ObjectKey pool) throws InterruptedException {
    ApiObject found = stage.await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists");
    return found.at("/spec/providerIDList").valueStream().map(id -> id.asText()).sorted().toList();
  }

  private void awaitNothingLeft(ObjectKey pool) throws InterruptedException {
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
    stage.awaitGone(Stage.AWS_POOL, pool);
    stage.awaitGone(GroupKind.KUBEADM_CONFIG, pool);
    stage.assertNothingInAws(pool.name());
  }

  private Journal journal() {
    return stage.sandbox().aws().journal();
  }
}
