package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.PropagationPolicy;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MachinePoolDeletionTest extends MemoryMachinePoolFixture {

  MachinePoolDeletionTest() throws IOException {}

  private ObjectKey kubeconfig() {
    return stage.key(MachinePoolFixture.CLUSTER + "-kubeconfig");
  }

  private void loseKubeconfig() throws Exception {
    stage.remove(GroupKind.SECRET, kubeconfig());
    ApiObject _ =
        CacheWaits.awaitObject(
            stage.clusters(),
            stage.key(MachinePoolFixture.CLUSTER),
            cluster -> cluster.status().toString().contains("there is no Secret"));
  }

  @Test
  void takesTheNodesOfMachinesThatCameMeanwhile() throws Exception {
    stage.attach();
    ObjectKey pool = stage.create("hasty");
    stage.awaitData(pool);
    stage.delete(pool);
    ApiObject _ = stage.awaitPhase(pool, "Deleting");

    stage.report(pool, 1, stage.providerId("late"));
    ApiObject _ =
        CacheWaits.awaitObject(
            stage.pools(), pool, found -> found.at("/spec/providerIDList").size() == 1);
    ApiObject _ = stage.join("late");
    // A Node that comes by its watch after the last pass is nobody's.
    ApiObject _ =
        CacheWaits.awaitObject(
            stage.pools(), pool, found -> found.at("/status/nodeRefs").size() == 1);
    stage.removeInfrastructureFinalizers(pool);

    CacheWaits.awaitGone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.nodeName("late"))).isEmpty();
  }

  @Test
  void givesNodesUpThatCannotBeReachedAndSaysSo() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("cut-off");
    loseKubeconfig();

    stage.delete(pool);
    stage.removeInfrastructureFinalizers(pool);

    ApiObject waiting = stage.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    assertThat(waiting.status().toString())
        .contains(
            "there is no Secret " + kubeconfig(),
            "gives up on them when the cluster has not answered for 60 s");
    stage.advanceClock(pool, Duration.ofSeconds(61));
    CacheWaits.awaitGone(stage.pools(), pool);
    stage.awaitEvent("NodesLeft", stage.nodeName("m"));
  }

  @Test
  void takesTheNodesThatItGaveUpWhenTheirClusterIsBackAndNoOthersOfTheirNames() throws Exception {
    stage.attach();
    ObjectKey pool =
        stage.create(
            MachinePoolFixture.CLUSTER,
            "left",
            tree -> tree.withObject("/spec").put("replicas", 2));
    stage.awaitData(pool);
    stage.report(pool, 2, stage.providerId("m"), stage.providerId("n"));
    ApiObject _ = stage.join("m");
    ApiObject old = stage.join("n");
    ApiObject _ = stage.awaitPhase(pool, "Running");
    giveUp(pool);
    assertThat(noted()).contains(stage.nodeName("m") + "=", stage.nodeName("n") + "=" + old.uid());
    stage.atWorkload.client().delete(old, PropagationPolicy.BACKGROUND);
    ApiObject fresh = stage.join("n");

    stage.putKubeconfig(MachinePoolFixture.CLUSTER, workload);

    stage.awaitNodeGone("m");
    awaitNothingNoted();
    stage.awaitEvent("LeftNodesDeleted", stage.nodeName("m"));
    assertThat(stage.nodes.find(stage.nodeName("n")).map(ApiObject::uid)).contains(fresh.uid());
  }

  @Test
  void leavesANodeThatItGaveUpToAPoolThatHasItsMachineNow() throws Exception {
    stage.attach();
    giveUp(stage.running("left"));
    ObjectKey heir = stage.create("heir");
    stage.report(heir, 1, stage.providerId("m"));
    stage.advanceClock(heir, Duration.ofSeconds(6));
    ApiObject _ =
        CacheWaits.awaitObject(
            stage.pools(), heir, found -> found.at("/spec/providerIDList").size() == 1);

    stage.putKubeconfig(MachinePoolFixture.CLUSTER, workload);

    awaitNothingNoted();
    ApiObject _ = stage.awaitPhase(heir, "Running");
    assertThat(stage.nodes.find(stage.nodeName("m"))).isPresent();
  }

  @Test
  void triesTheClusterOnceMoreBeforeItGivesNodesUp() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("late");
    loseKubeconfig();
    stage.delete(pool);
    stage.removeInfrastructureFinalizers(pool);
    ApiObject _ = stage.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    var secret =
        TestObjects.kubeconfig(
            stage.namespace,
            MachinePoolFixture.CLUSTER,
            workload.kubeconfig(TestClusters.account("at-workload"), "system:masters"));
    secret.withObject("/metadata").remove("labels"); // no watch shows it
    ApiObject _ = stage.user.client().create(secret);

    stage.advanceClock(pool, Duration.ofSeconds(61));

    CacheWaits.awaitGone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.nodeName("m"))).isEmpty();
    assertThat(noted()).isEmpty();
  }

  /** The pool goes while its cluster is away. */
  private void giveUp(ObjectKey pool) throws Exception {
    loseKubeconfig();
    stage.delete(pool);
    stage.removeInfrastructureFinalizers(pool);
    ApiObject _ = stage.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    stage.advanceClock(pool, Duration.ofSeconds(61));
    CacheWaits.awaitGone(stage.pools(), pool);
    stage.awaitEvent("NodesLeft", "once the API server answers again");
  }

  private String noted() {
    return stage
        .user
        .client()
        .get(GroupKind.CLUSTER, stage.key(MachinePoolFixture.CLUSTER))
        .orElseThrow()
        .annotation(MetadataKeys.LEFT_NODES)
        .orElse("");
  }

  private void awaitNothingNoted() throws Exception {
    ApiObject _ =
        CacheWaits.awaitObject(
            stage.clusters(),
            stage.key(MachinePoolFixture.CLUSTER),
            cluster -> cluster.annotation(MetadataKeys.LEFT_NODES).isEmpty());
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
    stage.removeInfrastructureFinalizers(pool);
    ApiObject _ = stage.awaitSaying(pool, "Deleting", "waits for them indefinitely");
    stage.advanceClock(pool, Duration.ofDays(1));

    stage.putKubeconfig(MachinePoolFixture.CLUSTER, workload);

    CacheWaits.awaitGone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.nodeName("m"))).isEmpty();
  }

  @Test
  void endsWhenTheClusterIsGone() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("orphaned");
    stage.delete(pool);
    ApiObject _ = stage.awaitPhase(pool, "Deleting");
    ObjectKey cluster = stage.key(MachinePoolFixture.CLUSTER);
    // In this order: a Cluster that stays gets its finalizer again.
    stage.remove(GroupKind.CLUSTER, cluster);
    ApiObject _ =
        stage.edit(
            GroupKind.CLUSTER,
            cluster,
            tree -> MetadataEdits.removeFinalizer(tree, "weir.io/attached-cluster"));
    CacheWaits.awaitGone(stage.weir.management().cache(GroupKind.CLUSTER), cluster);

    stage.removeInfrastructureFinalizers(pool);

    CacheWaits.awaitGone(stage.pools(), pool);
    stage.awaitEvent("NodesLeft", "Cluster " + cluster + " no longer exists");
  }

  @Test
  void endsWhenAllThatThePoolRefersToIsGone() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("bare");
    stage.removeInfrastructureFinalizers(pool);
    stage.remove(MachinePoolFixture.MACHINES, pool);
    stage.remove(GroupKind.KUBEADM_CONFIG, pool);
    ApiObject bare = stage.awaitSaying(pool, "InfrastructureReady", "does not exist");
    assertThat(bare.status().toString()).contains("ObjectDeleted");
    assertThat(stage.nodes.find(stage.nodeName("m"))).isPresent();

    stage.delete(pool);

    CacheWaits.awaitGone(stage.pools(), pool);
    assertThat(stage.nodes.find(stage.nodeName("m"))).isEmpty();
  }

  @Test
  void endsBeforeAnythingHasCome() throws Exception {
    ObjectKey pool =
        stage
            .user
            .client()
            .create(TestObjects.pool(stage.namespace, MachinePoolFixture.CLUSTER, "empty"))
            .key();
    stage.advanceClock(pool, Duration.ofSeconds(6));
    ApiObject _ = stage.awaitSaying(pool, "BootstrapConfigReady", "does not exist");

    stage.delete(pool);

    CacheWaits.awaitGone(stage.pools(), pool);
  }

  @Test
  void takesItsPartsAlongThatItNeverCameToOwn() throws Exception {
    ObjectKey pool = pausedFromTheStart("hasty");
    ApiObject _ = stage.user.client().create(stage.config("hasty"));
    ApiObject _ = stage.user.client().create(stage.machines("hasty"));
    stage.awaitSeen(GroupKind.KUBEADM_CONFIG, pool);
    stage.awaitSeen(MachinePoolFixture.MACHINES, pool);

    stage.delete(pool);
    goOn(pool);

    ApiObject _ = stage.awaitSaying(pool, "Deleting", "waiting for AWSMachinePool " + pool);
    stage.removeInfrastructureFinalizers(pool);
    CacheWaits.awaitGone(stage.pools(), pool);
    assertThat(stage.user.client().get(MachinePoolFixture.MACHINES, pool)).isEmpty();
    assertThat(stage.user.client().get(GroupKind.KUBEADM_CONFIG, pool)).isEmpty();
  }

  @Test
  void leavesWhatIsLabelledForAnotherClusterOrNamedByAnotherPoolAndSaysSo() throws Exception {
    ObjectKey pool = pausedFromTheStart("careless");
    ApiObject _ = stage.user.client().create(stage.config("careless"));
    var machines = stage.machines("careless");
    machines
        .withObject("/metadata")
        .putObject("labels")
        .put(MetadataKeys.CLUSTER_NAME, "elsewhere");
    ApiObject _ = stage.user.client().create(machines);
    var other = TestObjects.pool(stage.namespace, MachinePoolFixture.CLUSTER, "other");
    other.withObject("/metadata").putObject("annotations").put(MetadataKeys.PAUSED, "");
    other.withObject("/spec/template/spec/bootstrap/configRef").put("name", "careless");
    ApiObject _ = stage.user.client().create(other);
    stage.awaitSeen(GroupKind.KUBEADM_CONFIG, pool);
    stage.awaitSeen(MachinePoolFixture.MACHINES, pool);

    stage.delete(pool);
    goOn(pool);

    CacheWaits.awaitGone(stage.pools(), pool);
    for (GroupKind kind : new GroupKind[] {MachinePoolFixture.MACHINES, GroupKind.KUBEADM_CONFIG}) {
      assertThat(stage.user.client().get(kind, pool).orElseThrow().isDeleting()).isFalse();
    }
    stage.awaitEvent("PartLeft", "AWSMachinePool " + pool + " belongs to Cluster elsewhere");
    stage.awaitEvent("PartLeft", "KubeadmConfig " + pool + " is named by MachinePool other too");
  }

  @Test
  void isSureToBeSeenBeforeThePoolTakesAnything() throws Exception {
    ObjectKey pool = stage.create("taking");

    ApiObject _ =
        CacheWaits.awaitObject(
            stage.user.cache(GroupKind.KUBEADM_CONFIG),
            pool,
            config -> config.controller().isPresent());

    ApiObject stored = stage.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    assertThat(stored.finalizers()).contains(MetadataKeys.MACHINE_POOL_FINALIZER);
  }

  /** A pool that has its finalizer, as from the webhook, and nothing else done to it. */
  private ObjectKey pausedFromTheStart(String name) {
    var tree = TestObjects.pool(stage.namespace, MachinePoolFixture.CLUSTER, name);
    MetadataEdits.addFinalizer(tree, MetadataKeys.MACHINE_POOL_FINALIZER);
    MetadataEdits.setAnnotation(tree, MetadataKeys.PAUSED, "");
    return stage.user.client().create(tree).key();
  }

  private void goOn(ObjectKey pool) {
    ApiObject _ =
        stage.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> tree.withObject("/metadata/annotations").remove(MetadataKeys.PAUSED));
  }

  @Test
  void leavesWhatBelongsToAnother() throws Exception {
    stage.attach();
    ObjectKey owner = stage.running("owner");
    var tree = TestObjects.pool(stage.namespace, MachinePoolFixture.CLUSTER, "guest");
    tree.withObject("/spec/template/spec/infrastructureRef").put("name", "owner");
    tree.withObject("/spec/template/spec/bootstrap/configRef").put("name", "owner");
    ObjectKey guest = stage.user.client().create(tree).key();
    stage.advanceClock(guest, Duration.ofSeconds(6));
    ApiObject _ =
        stage.awaitSaying(guest, "InfrastructureReady", "controlled by MachinePool owner");
    stage.awaitEvent("ReferenceUnusable", "controlled by MachinePool owner");

    stage.delete(guest);

    CacheWaits.awaitGone(stage.pools(), guest);
    for (GroupKind kind : new GroupKind[] {MachinePoolFixture.MACHINES, GroupKind.KUBEADM_CONFIG}) {
      assertThat(stage.user.client().get(kind, owner).orElseThrow().isDeleting()).isFalse();
    }
    assertThat(stage.nodes.find(stage.nodeName("m"))).isPresent();
  }
}
