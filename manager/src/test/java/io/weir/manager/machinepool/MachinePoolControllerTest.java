package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.core.MachinePool;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.TestNodes;
import io.weir.kernel.kube.BuiltInKinds;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MachinePoolControllerTest extends MemoryMachinePoolFixture {

  MachinePoolControllerTest() throws IOException {}

  @Test
  void aNodeThatStopsBeingReadyIsSubtractedAndALostMarkIsPutBack() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("watched");
    ApiObject node = stage.nodes.find(stage.nodeName("m")).orElseThrow();

    ApiObject sick = stage.nodes.setReady(node, false);

    ApiObject seen =
        CacheWaits.awaitObject(
            stage.pools(),
            pool,
            found ->
                found.at("/status/readyReplicas").asInt(-1) == 0
                    && found.at("/status/availableReplicas").asInt(-1) == 0);
    assertThat(seen.at("/status/phase").asText()).isEqualTo("ScalingUp");
    assertThat(seen.at("/status/initialization/infrastructureProvisioned").asBoolean()).isTrue();

    // A Node is marked after the status has been told.
    ApiObject marked = awaitMark(sick.key(), "watched", sick);
    ApiObject bare =
        RetriedEdits.edit(
            stage.atWorkload.client(),
            marked,
            tree -> tree.withObject("/metadata/annotations").remove(MetadataKeys.NODE_OWNER_NAME));
    ApiObject _ = awaitMark(sick.key(), "watched", bare);
  }

  /** The Node as it was then or came to be later, when it names the pool. */
  private ApiObject awaitMark(ObjectKey node, String pool, ApiObject then) throws Exception {
    return CacheWaits.awaitObject(
        stage.atWorkload.cache(BuiltInKinds.NODE),
        node,
        found ->
            version(found) >= version(then)
                && found.annotation(MetadataKeys.NODE_OWNER_NAME).filter(pool::equals).isPresent());
  }

  private static long version(ApiObject object) {
    return Long.parseLong(object.resourceVersion());
  }

  @Test
  void labelsOfTheTemplateThatMayReachNodesComeAndGoWithIt() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("labelled");
    var node = new ObjectKey("", stage.nodeName("m"));

    ApiObject _ =
        stage.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree ->
                tree.withObject("/spec/template/metadata/labels")
                    .put("node-role.kubernetes.io/worker", "")
                    .put("team", "a"));
    ApiObject labelled =
        CacheWaits.awaitObject(
            stage.atWorkload.cache(BuiltInKinds.NODE),
            node,
            found -> found.label("node-role.kubernetes.io/worker").isPresent());
    assertThat(labelled.label("team")).isEmpty();

    ApiObject _ =
        stage.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> tree.withObject("/spec/template").remove("metadata"));
    ApiObject bare =
        CacheWaits.awaitObject(
            stage.atWorkload.cache(BuiltInKinds.NODE),
            node,
            found -> found.label("node-role.kubernetes.io/worker").isEmpty());
    assertThat(bare.annotations()).doesNotContainKey(MetadataKeys.LABELS_FROM_MACHINE);
    assertThat(bare.annotation(MetadataKeys.NODE_OWNER_NAME)).contains("labelled");
  }

  @Test
  void aProviderThatListsFewerThanItCountsCostsNoNodeUntilItCountsThemOut() throws Exception {
    stage.attach();
    ObjectKey pool = stage.create("halved");
    stage.awaitData(pool);
    stage.report(pool, 2, stage.providerId("a"), stage.providerId("b"));
    ApiObject _ = stage.join("a");
    ApiObject _ = stage.join("b");
    ApiObject _ =
        CacheWaits.awaitObject(
            stage.pools(), pool, found -> found.at("/status/readyReplicas").asInt() == 2);

    stage.report(pool, 2, stage.providerId("b"));
    ApiObject _ = stage.join("barrier");
    stage.report(pool, 3, stage.providerId("b"), stage.providerId("barrier"));
    ApiObject kept =
        CacheWaits.awaitObject(
            stage.pools(), pool, found -> found.at("/status/readyReplicas").asInt() == 3);
    assertThat(kept.at("/spec/providerIDList")).hasSize(3);
    assertThat(stage.nodes.find(stage.nodeName("a"))).isPresent();

    stage.report(pool, 2, stage.providerId("b"), stage.providerId("barrier"));
    stage.awaitNodeGone("a");
  }

  @Test
  void aNodeMovesOnlyThePoolOfItsOwnClusterWhateverItIsCalledElsewhere() throws Exception {
    stage.attach();
    stage.attach("other", plane);
    try (KubeCluster atOther =
        TestClusters.connect(plane, TestClusters.account("user"), WatchSettings.defaults())) {
      var elsewhere = new TestNodes(atOther.client());
      ObjectKey here = stage.create(MachinePoolFixture.CLUSTER, "here", tree -> {});
      ObjectKey there = stage.create("other", "there", tree -> {});
      for (ObjectKey pool : new ObjectKey[] {here, there}) {
        stage.awaitData(pool);
        stage.report(pool, 1, stage.providerId("m"));
      }
      ApiObject ours = stage.join("m");
      ApiObject twin = elsewhere.join(stage.nodeName("m"), stage.providerId("m"));
      ApiObject _ = stage.awaitPhase(here, "Running");
      ApiObject _ = stage.awaitPhase(there, "Running");

      ApiObject _ = elsewhere.setReady(elsewhere.find(twin.name()).orElseThrow(), false);

      ApiObject _ =
          CacheWaits.awaitObject(
              stage.pools(), there, found -> found.at("/status/readyReplicas").asInt(-1) == 0);
      ApiObject unmoved = stage.user.client().get(GroupKind.MACHINE_POOL, here).orElseThrow();
      assertThat(unmoved.at("/status/phase").asText()).isEqualTo("Running");
      // A Node is marked after the status has been told.
      ApiObject _ = awaitMark(ours.key(), "here", ours);
    }
  }

  @Test
  void aPoolWhoseClusterDoesNotExistSaysSoAndRunsWhenItComes() throws Exception {
    ObjectKey pool = stage.create("early");
    stage.advanceClock(pool, Duration.ofSeconds(6));
    String missing = "Cluster %s/attached, named in spec.clusterName".formatted(stage.namespace);
    ApiObject waiting = stage.awaitSaying(pool, "Available", missing);
    assertThat(waiting.at("/status/phase").asText()).isEqualTo("Pending");
    stage.awaitEvent("ClusterMissing", missing);

    stage.attach();

    stage.awaitData(pool);
    stage.report(pool, 1, stage.providerId("m"));
    ApiObject _ = stage.join("m");
    ApiObject running = stage.awaitPhase(pool, "Running");
    assertThat(running.ownerReferences()).hasSize(1);
  }

  @Test
  void aFailureThatAnotherControllerTookForFinalIsTakenBack() throws Exception {
    stage.attach();
    ObjectKey pool = stage.create("failed");
    ApiObject found = stage.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    ApiObject _ =
        RetriedEdits.editStatus(
            stage.user.client(),
            found,
            status ->
                status
                    .withObject("/deprecated/v1beta1")
                    .put("failureReason", "InvalidConfiguration")
                    .put("failureMessage", "AWSMachinePool failed not found"));
    stage.awaitData(pool);
    stage.report(pool, 1, stage.providerId("m"));
    ApiObject _ = stage.join("m");

    ApiObject running = stage.awaitPhase(pool, "Running");

    assertThat(running.at("/status/deprecated/v1beta1").has("failureReason")).isFalse();
    assertThat(running.at("/status/deprecated/v1beta1").has("failureMessage")).isFalse();
  }

  @Test
  void aPoolOfAKindThatIsNotInstalledSaysSoAndCanBeDeleted() throws Exception {
    stage.attach();
    ApiObject _ = stage.user.client().create(stage.config("strange"));
    var tree = TestObjects.pool(stage.namespace, MachinePoolFixture.CLUSTER, "strange");
    tree.withObject("/spec/template/spec/infrastructureRef").put("kind", "MoonMachinePool");
    ObjectKey pool = stage.user.client().create(tree).key();

    stage.advanceClock(pool, Duration.ofSeconds(6));
    ApiObject _ =
        stage.awaitSaying(
            pool,
            "InfrastructureReady",
            "install the CRD of MoonMachinePool.infrastructure.cluster.x-k8s.io");
    stage.delete(pool);

    CacheWaits.awaitGone(stage.pools(), pool);
  }

  @Test
  void aPauseIsToldForTheGenerationThatIsPaused() throws Exception {
    stage.attach();
    ObjectKey pool = stage.running("paused");

    ApiObject _ =
        stage.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> {
              tree.withObject("/spec").put("replicas", 2);
              MetadataEdits.setAnnotation(tree, MetadataKeys.PAUSED, "");
            });

    // kubectl wait believes no condition that speaks of an older generation.
    ApiObject paused =
        CacheWaits.awaitObject(
            stage.pools(),
            pool,
            found ->
                found.as(MachinePool.class).status().conditions().stream()
                    .filter(one -> one.type().equals("Paused") && one.holds())
                    .anyMatch(
                        one -> Long.valueOf(found.generation()).equals(one.observedGeneration())));
    assertThat(paused.at("/status/observedGeneration").asLong()).isLessThan(paused.generation());
    assertThat(
            ConditionLists.find(paused.at("/status/conditions"), "Paused").orElseThrow().message())
        .contains("it pauses this object alone: AWSMachinePool paused and KubeadmConfig paused");
  }
}
