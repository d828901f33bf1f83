package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Objects;
import io.weir.kernel.harness.Seen;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.Propagation;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PoolDeletionTest extends MemoryStage {

  PoolDeletionTest() throws IOException {}

  private ObjectKey kubeconfig() {
    return stage.key(PoolStage.CLUSTER + "-kubeconfig");
  }

  private void loseKubeconfig() throws Exception {
    stage.remove(GroupKind.SECRET, kubeconfig());
    ApiObject _ =
        Seen.as(
            stage.clusters(),
            stage.key(PoolStage.CLUSTER),
            cluster -> cluster.status().toString().contains("there is no Secret"));
  }

  @Test
  void takesTheNodesOfMachinesThatCameMeanwhile() throws Exception {
    stage.attach();
    ObjectKey pool = stage.create("hasty");
    stage.awaitData(pool);
    stage.delete(pool);
    ApiObject _ = stage.awaitPhase(pool, "Deleting");

    stage.report(pool, 1, stage.id("late"));
    ApiObject _ =
        Seen.as(stage.pools(), pool, found -> found.at("/spec/providerIDList").size() == 1);
    ApiObject _ = stage.join("late");
    // A Node that comes by its watch after the last pass is nobody's.
    ApiObject _ = Seen.as(stage.pools(), pool, found -> found.at("/status/nodeRefs").size() == 1);
    stage.letGo(pool);

    Seen.gone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.node("late"))).isEmpty();
  }

  @Test
  void givesNodesUpThatCannotBeReachedAndSaysSo() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("cut-off");
    loseKubeconfig();

    stage.delete(pool);
    stage.letGo(pool);

    ApiObject waiting = stage.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    assertThat(waiting.status().toString())
        .contains(
            "there is no Secret " + kubeconfig(),
            "gives up on them when the cluster has not answered for 60 s");
    stage.later(pool, Duration.ofSeconds(61));
    Seen.gone(stage.pools(), pool);
    stage.awaitEvent("NodesLeft", stage.node("m"));
  }

  @Test
  void takesTheNodesThatItGaveUpWhenTheirClusterIsBackAndNoOthersOfTheirNames() throws Exception {
    stage.attach();
    ObjectKey pool =
        stage.create(
            PoolStage.CLUSTER, "left", tree -> tree.withObject("/spec").put("replicas", 2));
    stage.awaitData(pool);
    stage.report(pool, 2, stage.id("m"), stage.id("n"));
    ApiObject _ = stage.join("m");
    ApiObject old = stage.join("n");
    ApiObject _ = stage.awaitPhase(pool, "Running");
    giveUp(pool);
    assertThat(noted()).contains(stage.node("m") + "=", stage.node("n") + "=" + old.uid());
    stage.atWorkload.client().delete(old, Propagation.BACKGROUND);
    ApiObject fresh = stage.join("n");

    stage.putKubeconfig(PoolStage.CLUSTER, workload);

    stage.awaitNodeGone("m");
    awaitNothingNoted();
    stage.awaitEvent("LeftNodesDeleted", stage.node("m"));
    assertThat(stage.nodes.find(stage.node("n")).map(ApiObject::uid)).contains(fresh.uid());
  }

  @Test
  void leavesANodeThatItGaveUpToAPoolThatHasItsMachineNow() throws Exception {
    stage.attach();
    giveUp(stage.running("left"));
    ObjectKey heir = stage.create("heir");
    stage.report(heir, 1, stage.id("m"));
    stage.later(heir, Duration.ofSeconds(6));
    ApiObject _ =
        Seen.as(stage.pools(), heir, found -> found.at("/spec/providerIDList").size() == 1);

    stage.putKubeconfig(PoolStage.CLUSTER, workload);

    awaitNothingNoted();
    ApiObject _ = stage.awaitPhase(heir, "Running");
    assertThat(stage.nodes.find(stage.node("m"))).isPresent();
  }

  @Test
  void triesTheClusterOnceMoreBeforeItGivesNodesUp() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("late");
    loseKubeconfig();
    stage.delete(pool);
    stage.letGo(pool);
    ApiObject _ = stage.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    var secret =
        Objects.kubeconfig(
            stage.namespace,
            PoolStage.CLUSTER,
            workload.kubeconfig(TestClusters.account("at-workload"), "system:masters"));
    secret.withObject("/metadata").remove("labels"); // no watch shows it
    ApiObject _ = stage.user.client().create(secret);

    stage.later(pool, Duration.ofSeconds(61));

    Seen.gone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.node("m"))).isEmpty();
    assertThat(noted()).isEmpty();
  }

  /** The pool goes while its cluster is away. */
  private void giveUp(ObjectKey pool) throws Exception {
    loseKubeconfig();
    stage.delete(pool);
    stage.letGo(pool);
    ApiObject _ = stage.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    stage.later(pool, Duration.ofSeconds(61));
    Seen.gone(stage.pools(), pool);
    stage.awaitEvent("NodesLeft", "once the API server answers again");
  }

  private String noted() {
    return stage
        .user
        .client()
        .get(GroupKind.CLUSTER, stage.key(PoolStage.CLUSTER))
        .orElseThrow()
        .annotation(Keys.LEFT_NODES)
        .orElse("");
  }

  private void awaitNothingNoted() throws Exception {
    ApiObject _ =
        Seen.as(
            stage.clusters(),
            stage.key(PoolStage.CLUSTER),
            cluster -> cluster.annotation(Keys.LEFT_NODES).isEmpty());
  }

  @Test
  void waitsForNodesWithoutEndWhereThePoolAsksForIt() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("patient");
    ApiObject _ =
        stage.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree ->
                tree.withObject("/spec/template/spec/deletion")
                    .put("nodeDeletionTimeoutSeconds", 0));
    loseKubeconfig();
    stage.delete(pool);
    stage.letGo(pool);
    ApiObject _ = stage.awaitSaying(pool, "Deleting", "waits for them indefinitely");
    stage.later(pool, Duration.ofDays(1));

    stage.putKubeconfig(PoolStage.CLUSTER, workload);

    Seen.gone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.node("m"))).isEmpty();
  }

  @Test
  void endsWhenTheClusterIsGone() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("orphaned");
    stage.delete(pool);
    ApiObject _ = stage.awaitPhase(pool, "Deleting");
    ObjectKey cluster = stage.key(PoolStage.CLUSTER);
    // In this order: a Cluster that stays gets its finalizer again.
    stage.remove(GroupKind.CLUSTER, cluster);
    ApiObject _ =
        stage.edit(
            GroupKind.CLUSTER,
            cluster,
            tree -> Metadata.removeFinalizer(tree, "weir.io/attached-cluster"));
    Seen.gone(stage.weir.management().cache(GroupKind.CLUSTER), cluster);

    stage.letGo(pool);

    Seen.gone(stage.pools(), pool);
    stage.awaitEvent("NodesLeft", "Cluster " + cluster + " does not exist");
  }

  @Test
  void endsWhenAllThatThePoolRefersToIsGone() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("bare");
    stage.letGo(pool);
    stage.remove(PoolStage.MACHINES, pool);
    stage.remove(GroupKind.KUBEADM_CONFIG, pool);
    ApiObject bare = stage.awaitSaying(pool, "InfrastructureReady", "does not exist");
    assertThat(bare.status().toString()).contains("ObjectDeleted");
    assertThat(stage.nodes.find(stage.node("m"))).isPresent();

    stage.delete(pool);

    Seen.gone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.node("m"))).isEmpty();
  }

  @Test
  void endsBeforeAnythingHasCome() throws Exception {
    ObjectKey pool =
        stage.user.client().create(Objects.pool(stage.namespace, PoolStage.CLUSTER, "empty")).key();
    stage.later(pool, Duration.ofSeconds(6));
    ApiObject _ = stage.awaitSaying(pool, "BootstrapConfigReady", "does not exist");

    stage.delete(pool);

    Seen.gone(stage.pools(), pool);
  }

  @Test
  void takesItsPartsAlongThatItNeverCameToOwn() throws Exception {
    ObjectKey pool = pausedFromTheStart("hasty");
    ApiObject _ = stage.user.client().create(stage.config("hasty"));
    ApiObject _ = stage.user.client().create(stage.machines("hasty"));
    stage.awaitSeen(GroupKind.KUBEADM_CONFIG, pool);
    stage.awaitSeen(PoolStage.MACHINES, pool);

    stage.delete(pool);
    goOn(pool);

    ApiObject _ = stage.awaitSaying(pool, "Deleting", "waiting for AWSMachinePool " + pool);
    stage.letGo(pool);
    Seen.gone(stage.pools(), pool);
    assertThat(stage.user.client().get(PoolStage.MACHINES, pool)).isEmpty();
    assertThat(stage.user.client().get(GroupKind.KUBEADM_CONFIG, pool)).isEmpty();
  }

  @Test
  void leavesWhatIsLabelledForAnotherClusterOrNamedByAnotherPoolAndSaysSo() throws Exception {
    ObjectKey pool = pausedFromTheStart("careless");
    ApiObject _ = stage.user.client().create(stage.config("careless"));
    var machines = stage.machines("careless");
    machines.withObject("/metadata").putObject("labels").put(Keys.CLUSTER_NAME, "elsewhere");
    ApiObject _ = stage.user.client().create(machines);
    var other = Objects.pool(stage.namespace, PoolStage.CLUSTER, "other");
    other.withObject("/metadata").putObject("annotations").put(Keys.PAUSED, "");
    other.withObject("/spec/template/spec/bootstrap/configRef").put("name", "careless");
    ApiObject _ = stage.user.client().create(other);
    stage.awaitSeen(GroupKind.KUBEADM_CONFIG, pool);
    stage.awaitSeen(PoolStage.MACHINES, pool);

    stage.delete(pool);
    goOn(pool);

    Seen.gone(stage.pools(), pool);
    for (GroupKind kind : new GroupKind[] {PoolStage.MACHINES, GroupKind.KUBEADM_CONFIG}) {
      assertThat(stage.user.client().get(kind, pool).orElseThrow().deleting()).isFalse();
    }
    stage.awaitEvent("PartLeft", "AWSMachinePool " + pool + " belongs to Cluster elsewhere");
    stage.awaitEvent("PartLeft", "KubeadmConfig " + pool + " is named by MachinePool other too");
  }

  @Test
  void isSureToBeSeenBeforeThePoolTakesAnything() throws Exception {
    ObjectKey pool = stage.create("taking");

    ApiObject _ =
        Seen.as(
            stage.user.cache(GroupKind.KUBEADM_CONFIG),
            pool,
            config -> config.controller().isPresent());

    ApiObject stored = stage.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    assertThat(stored.finalizers()).contains(Keys.MACHINE_POOL_FINALIZER);
  }

  /** A pool that has its finalizer, as from the webhook, and nothing else done to it. */
  private ObjectKey pausedFromTheStart(String name) {
    var tree = Objects.pool(stage.namespace, PoolStage.CLUSTER, name);
    Metadata.addFinalizer(tree, Keys.MACHINE_POOL_FINALIZER);
    Metadata.annotate(tree, Keys.PAUSED, "");
    return stage.user.client().create(tree).key();
  }

  private void goOn(ObjectKey pool) {
    ApiObject _ =
        stage.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> tree.withObject("/metadata/annotations").remove(Keys.PAUSED));
  }

  @Test
  void leavesWhatBelongsToAnother() throws Exception {
    stage.attach();
    ObjectKey owner = stage.running("owner");
    var tree = Objects.pool(stage.namespace, PoolStage.CLUSTER, "guest");
    tree.withObject("/spec/template/spec/infrastructureRef").put("name", "owner");
    tree.withObject("/spec/template/spec/bootstrap/configRef").put("name", "owner");
    ObjectKey guest = stage.user.client().create(tree).key();
    stage.later(guest, Duration.ofSeconds(6));
    ApiObject _ =
        stage.awaitSaying(guest, "InfrastructureReady", "controlled by MachinePool owner");
    stage.awaitEvent("ReferenceUnusable", "controlled by MachinePool owner");

    stage.delete(guest);

    Seen.gone(stage.pools(), guest);
    for (GroupKind kind : new GroupKind[] {PoolStage.MACHINES, GroupKind.KUBEADM_CONFIG}) {
      assertThat(stage.user.client().get(kind, owner).orElseThrow().deleting()).isFalse();
    }
    assertThat(stage.nodes.find(stage.node("m"))).isPresent();
  }
}
