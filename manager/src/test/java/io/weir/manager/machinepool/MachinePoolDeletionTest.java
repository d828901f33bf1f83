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
    return fixture.key(MachinePoolFixture.CLUSTER + "-kubeconfig");
  }

  private void loseKubeconfig() throws Exception {
    fixture.remove(GroupKind.SECRET, kubeconfig());
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.clusters(),
            fixture.key(MachinePoolFixture.CLUSTER),
            cluster -> cluster.status().toString().contains("there is no Secret"));
  }

  @Test
  void takesTheNodesOfMachinesThatCameMeanwhile() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.create("hasty");
    fixture.awaitData(pool);
    fixture.delete(pool);
    ApiObject _ = fixture.awaitPhase(pool, "Deleting");

    fixture.report(pool, 1, fixture.providerId("late"));
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.pools(), pool, found -> found.at("/spec/providerIDList").size() == 1);
    ApiObject _ = fixture.join("late");
    // A Node that comes by its watch after the last pass is nobody's.
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.pools(), pool, found -> found.at("/status/nodeRefs").size() == 1);
    fixture.removeInfrastructureFinalizers(pool);

    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.nodes.find(fixture.nodeName("late"))).isEmpty();
  }

  /** As the controller of the infrastructure pool does before people can see why. */
  private void noteMachinesLeft(ObjectKey pool) {
    ApiObject _ =
        fixture.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree ->
                MetadataEdits.setAnnotation(
                    tree, MetadataKeys.MACHINES_LEFT, "they belong to another management cluster"));
  }

  @Test
  void leavesTheNodesOfMachinesThatStayInTheCloud() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("copy");
    noteMachinesLeft(pool);

    fixture.delete(pool);
    fixture.removeInfrastructureFinalizers(pool);

    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
    fixture.awaitEvent("NodesLeft", "they belong to another management cluster");
  }

  @Test
  void leavesTheNodesOfMachinesThatStayWhileItsConfigIsStillThere() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("copy");
    noteMachinesLeft(pool);
    ApiObject _ =
        fixture.edit(
            GroupKind.KUBEADM_CONFIG,
            pool,
            tree -> MetadataEdits.addFinalizer(tree, "example.org/backup"));

    fixture.delete(pool);
    fixture.removeInfrastructureFinalizers(pool);

    ApiObject _ = fixture.awaitSaying(pool, "Deleting", "waiting for KubeadmConfig");
    fixture.advanceClock(pool, Duration.ofSeconds(6));
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
    ApiObject _ =
        fixture.edit(
            GroupKind.KUBEADM_CONFIG,
            pool,
            tree -> MetadataEdits.removeFinalizer(tree, "example.org/backup"));
    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
  }

  @Test
  void givesNodesUpThatCannotBeReachedAndSaysSo() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("cut-off");
    loseKubeconfig();

    fixture.delete(pool);
    fixture.removeInfrastructureFinalizers(pool);

    ApiObject waiting = fixture.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    assertThat(waiting.status().toString())
        .contains(
            "there is no Secret " + kubeconfig(),
            "gives up on them when the cluster has not answered for 60 s");
    fixture.advanceClock(pool, Duration.ofSeconds(61));
    CacheWaits.awaitGone(fixture.pools(), pool);
    fixture.awaitEvent("NodesLeft", fixture.nodeName("m"));
  }

  @Test
  void takesTheNodesThatItGaveUpWhenTheirClusterIsBackAndNoOthersOfTheirNames() throws Exception {
    fixture.attach();
    ObjectKey pool =
        fixture.create(
            MachinePoolFixture.CLUSTER,
            "left",
            tree -> tree.withObject("/spec").put("replicas", 2));
    fixture.awaitData(pool);
    fixture.report(pool, 2, fixture.providerId("m"), fixture.providerId("n"));
    ApiObject _ = fixture.join("m");
    ApiObject old = fixture.join("n");
    ApiObject _ = fixture.awaitPhase(pool, "Running");
    giveUp(pool);
    assertThat(noted())
        .contains(fixture.nodeName("m") + "=", fixture.nodeName("n") + "=" + old.uid());
    fixture.atWorkload.client().delete(old, PropagationPolicy.BACKGROUND);
    ApiObject fresh = fixture.join("n");

    fixture.putKubeconfig(MachinePoolFixture.CLUSTER, workload);

    fixture.awaitNodeGone("m");
    awaitNothingNoted();
    fixture.awaitEvent("LeftNodesDeleted", fixture.nodeName("m"));
    assertThat(fixture.nodes.find(fixture.nodeName("n")).map(ApiObject::uid)).contains(fresh.uid());
  }

  @Test
  void leavesANodeThatItGaveUpToAPoolThatHasItsMachineNow() throws Exception {
    fixture.attach();
    giveUp(fixture.running("left"));
    ObjectKey heir = fixture.create("heir");
    fixture.report(heir, 1, fixture.providerId("m"));
    fixture.advanceClock(heir, Duration.ofSeconds(6));
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.pools(), heir, found -> found.at("/spec/providerIDList").size() == 1);

    fixture.putKubeconfig(MachinePoolFixture.CLUSTER, workload);

    awaitNothingNoted();
    ApiObject _ = fixture.awaitPhase(heir, "Running");
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
  }

  @Test
  void triesTheClusterOnceMoreBeforeItGivesNodesUp() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("late");
    loseKubeconfig();
    fixture.delete(pool);
    fixture.removeInfrastructureFinalizers(pool);
    ApiObject _ = fixture.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    var secret =
        TestObjects.kubeconfig(
            fixture.namespace,
            MachinePoolFixture.CLUSTER,
            workload.kubeconfig(TestClusters.account("at-workload"), "system:masters"));
    secret.withObject("/metadata").remove("labels"); // no watch shows it
    ApiObject _ = fixture.user.client().create(secret);

    fixture.advanceClock(pool, Duration.ofSeconds(61));

    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isEmpty();
    assertThat(noted()).isEmpty();
  }

  /** The pool goes while its cluster is away. */
  private void giveUp(ObjectKey pool) throws Exception {
    loseKubeconfig();
    fixture.delete(pool);
    fixture.removeInfrastructureFinalizers(pool);
    ApiObject _ = fixture.awaitSaying(pool, "Deleting", "their Nodes cannot be deleted");
    fixture.advanceClock(pool, Duration.ofSeconds(61));
    CacheWaits.awaitGone(fixture.pools(), pool);
    fixture.awaitEvent("NodesLeft", "once the API server answers again");
  }

  private String noted() {
    return fixture
        .user
        .client()
        .get(GroupKind.CLUSTER, fixture.key(MachinePoolFixture.CLUSTER))
        .orElseThrow()
        .annotation(MetadataKeys.LEFT_NODES)
        .orElse("");
  }

  private void awaitNothingNoted() throws Exception {
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.clusters(),
            fixture.key(MachinePoolFixture.CLUSTER),
            cluster -> cluster.annotation(MetadataKeys.LEFT_NODES).isEmpty());
  }

  @Test
  void waitsForNodesWithoutEndWhereThePoolAsksForIt() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("patient");
    ApiObject _ =
        fixture.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree ->
                tree.withObject("/spec/template/spec/deletion")
                    .put("nodeDeletionTimeoutSeconds", 0));
    loseKubeconfig();
    fixture.delete(pool);
    fixture.removeInfrastructureFinalizers(pool);
    ApiObject _ = fixture.awaitSaying(pool, "Deleting", "waits for them indefinitely");
    fixture.advanceClock(pool, Duration.ofDays(1));

    fixture.putKubeconfig(MachinePoolFixture.CLUSTER, workload);

    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isEmpty();
  }

  @Test
  void endsWhenTheClusterIsGone() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("orphaned");
    fixture.delete(pool);
    ApiObject _ = fixture.awaitPhase(pool, "Deleting");
    ObjectKey cluster = fixture.key(MachinePoolFixture.CLUSTER);
    // In this order: a Cluster that stays gets its finalizer again.
    fixture.remove(GroupKind.CLUSTER, cluster);
    ApiObject _ =
        fixture.edit(
            GroupKind.CLUSTER,
            cluster,
            tree -> MetadataEdits.removeFinalizer(tree, "weir.io/attached-cluster"));
    CacheWaits.awaitGone(fixture.weir.management().cache(GroupKind.CLUSTER), cluster);

    fixture.removeInfrastructureFinalizers(pool);

    CacheWaits.awaitGone(fixture.pools(), pool);
    fixture.awaitEvent("NodesLeft", "Cluster " + cluster + " no longer exists");
  }

  @Test
  void endsWhenAllThatThePoolRefersToIsGone() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("bare");
    fixture.removeInfrastructureFinalizers(pool);
    fixture.remove(MachinePoolFixture.MACHINES, pool);
    fixture.remove(GroupKind.KUBEADM_CONFIG, pool);
    ApiObject bare = fixture.awaitSaying(pool, "InfrastructureReady", "does not exist");
    assertThat(bare.status().toString()).contains("ObjectDeleted");
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();

    fixture.delete(pool);

    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isEmpty();
  }

  @Test
  void endsBeforeAnythingHasCome() throws Exception {
    ObjectKey pool =
        fixture
            .user
            .client()
            .create(TestObjects.pool(fixture.namespace, MachinePoolFixture.CLUSTER, "empty"))
            .key();
    fixture.advanceClock(pool, Duration.ofSeconds(6));
    ApiObject _ = fixture.awaitSaying(pool, "BootstrapConfigReady", "does not exist");

    fixture.delete(pool);

    CacheWaits.awaitGone(fixture.pools(), pool);
  }

  @Test
  void takesItsPartsAlongThatItNeverCameToOwn() throws Exception {
    ObjectKey pool = pausedFromTheStart("hasty");
    ApiObject _ = fixture.user.client().create(fixture.config("hasty"));
    ApiObject _ = fixture.user.client().create(fixture.machines("hasty"));
    fixture.awaitSeen(GroupKind.KUBEADM_CONFIG, pool);
    fixture.awaitSeen(MachinePoolFixture.MACHINES, pool);

    fixture.delete(pool);
    goOn(pool);

    ApiObject _ = fixture.awaitSaying(pool, "Deleting", "waiting for AWSMachinePool " + pool);
    fixture.removeInfrastructureFinalizers(pool);
    CacheWaits.awaitGone(fixture.pools(), pool);
    assertThat(fixture.user.client().get(MachinePoolFixture.MACHINES, pool)).isEmpty();
    assertThat(fixture.user.client().get(GroupKind.KUBEADM_CONFIG, pool)).isEmpty();
  }

  @Test
  void leavesWhatIsLabelledForAnotherClusterOrNamedByAnotherPoolAndSaysSo() throws Exception {
    ObjectKey pool = pausedFromTheStart("careless");
    ApiObject _ = fixture.user.client().create(fixture.config("careless"));
    var machines = fixture.machines("careless");
    machines
        .withObject("/metadata")
        .putObject("labels")
        .put(MetadataKeys.CLUSTER_NAME, "elsewhere");
    ApiObject _ = fixture.user.client().create(machines);
    var other = TestObjects.pool(fixture.namespace, MachinePoolFixture.CLUSTER, "other");
    other.withObject("/metadata").putObject("annotations").put(MetadataKeys.PAUSED, "");
    other.withObject("/spec/template/spec/bootstrap/configRef").put("name", "careless");
    ApiObject _ = fixture.user.client().create(other);
    fixture.awaitSeen(GroupKind.KUBEADM_CONFIG, pool);
    fixture.awaitSeen(MachinePoolFixture.MACHINES, pool);

    fixture.delete(pool);
    goOn(pool);

    CacheWaits.awaitGone(fixture.pools(), pool);
    for (GroupKind kind : new GroupKind[] {MachinePoolFixture.MACHINES, GroupKind.KUBEADM_CONFIG}) {
      assertThat(fixture.user.client().get(kind, pool).orElseThrow().isDeleting()).isFalse();
    }
    fixture.awaitEvent("PartLeft", "AWSMachinePool " + pool + " belongs to Cluster elsewhere");
    fixture.awaitEvent("PartLeft", "KubeadmConfig " + pool + " is named by MachinePool other too");
  }

  @Test
  void isSureToBeSeenBeforeThePoolTakesAnything() throws Exception {
    ObjectKey pool = fixture.create("taking");

    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.user.cache(GroupKind.KUBEADM_CONFIG),
            pool,
            config -> config.controller().isPresent());

    ApiObject stored = fixture.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    assertThat(stored.finalizers()).contains(MetadataKeys.MACHINE_POOL_FINALIZER);
  }

  /** A pool that has its finalizer, as from the webhook, and nothing else done to it. */
  private ObjectKey pausedFromTheStart(String name) {
    var tree = TestObjects.pool(fixture.namespace, MachinePoolFixture.CLUSTER, name);
    MetadataEdits.addFinalizer(tree, MetadataKeys.MACHINE_POOL_FINALIZER);
    MetadataEdits.setAnnotation(tree, MetadataKeys.PAUSED, "");
    return fixture.user.client().create(tree).key();
  }

  private void goOn(ObjectKey pool) {
    ApiObject _ =
        fixture.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> tree.withObject("/metadata/annotations").remove(MetadataKeys.PAUSED));
  }

  @Test
  void leavesWhatBelongsToAnother() throws Exception {
    fixture.attach();
    ObjectKey owner = fixture.running("owner");
    var tree = TestObjects.pool(fixture.namespace, MachinePoolFixture.CLUSTER, "guest");
    tree.withObject("/spec/template/spec/infrastructureRef").put("name", "owner");
    tree.withObject("/spec/template/spec/bootstrap/configRef").put("name", "owner");
    ObjectKey guest = fixture.user.client().create(tree).key();
    fixture.advanceClock(guest, Duration.ofSeconds(6));
    ApiObject _ =
        fixture.awaitSaying(guest, "InfrastructureReady", "controlled by MachinePool owner");
    fixture.awaitEvent("ReferenceUnusable", "controlled by MachinePool owner");

    fixture.delete(guest);

    CacheWaits.awaitGone(fixture.pools(), guest);
    for (GroupKind kind : new GroupKind[] {MachinePoolFixture.MACHINES, GroupKind.KUBEADM_CONFIG}) {
      assertThat(fixture.user.client().get(kind, owner).orElseThrow().isDeleting()).isFalse();
    }
    assertThat(fixture.nodes.find(fixture.nodeName("m"))).isPresent();
  }
}
