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
    fixture.attach();
    ObjectKey pool = fixture.running("watched");
    ApiObject node = fixture.nodes.find(fixture.nodeName("m")).orElseThrow();

    ApiObject sick = fixture.nodes.setReady(node, false);

    ApiObject seen =
        CacheWaits.awaitObject(
            fixture.pools(),
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
            fixture.atWorkload.client(),
            marked,
            tree -> tree.withObject("/metadata/annotations").remove(MetadataKeys.NODE_OWNER_NAME));
    ApiObject _ = awaitMark(sick.key(), "watched", bare);
  }

  /** The Node as it was then or came to be later, when it names the pool. */
  private ApiObject awaitMark(ObjectKey node, String pool, ApiObject then) throws Exception {
    return CacheWaits.awaitObject(
        fixture.atWorkload.cache(BuiltInKinds.NODE),
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
    fixture.attach();
    ObjectKey pool = fixture.running("labelled");
    var node = new ObjectKey("", fixture.nodeName("m"));

    ApiObject _ =
        fixture.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree ->
                tree.withObject("/spec/template/metadata/labels")
                    .put("node-role.kubernetes.io/worker", "")
                    .put("team", "a"));
    ApiObject labelled =
        CacheWaits.awaitObject(
            fixture.atWorkload.cache(BuiltInKinds.NODE),
            node,
            found -> found.label("node-role.kubernetes.io/worker").isPresent());
    assertThat(labelled.label("team")).isEmpty();

    ApiObject _ =
        fixture.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> tree.withObject("/spec/template").remove("metadata"));
    ApiObject bare =
        CacheWaits.awaitObject(
            fixture.atWorkload.cache(BuiltInKinds.NODE),
            node,
            found -> found.label("node-role.kubernetes.io/worker").isEmpty());
    assertThat(bare.annotations()).doesNotContainKey(MetadataKeys.LABELS_FROM_MACHINE);
    assertThat(bare.annotation(MetadataKeys.NODE_OWNER_NAME)).contains("labelled");
  }

  @Test
  void aProviderThatListsFewerThanItCountsCostsNoNodeUntilItCountsThemOut() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.create("halved");
    fixture.awaitData(pool);
    fixture.report(pool, 2, fixture.providerId("a"), fixture.providerId("b"));
    ApiObject _ = fixture.join("a");
    ApiObject _ = fixture.join("b");
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.pools(), pool, found -> found.at("/status/readyReplicas").asInt() == 2);

    fixture.report(pool, 2, fixture.providerId("b"));
    ApiObject _ = fixture.join("barrier");
    fixture.report(pool, 3, fixture.providerId("b"), fixture.providerId("barrier"));
    ApiObject kept =
        CacheWaits.awaitObject(
            fixture.pools(), pool, found -> found.at("/status/readyReplicas").asInt() == 3);
    assertThat(kept.at("/spec/providerIDList")).hasSize(3);
    assertThat(fixture.nodes.find(fixture.nodeName("a"))).isPresent();

    fixture.report(pool, 2, fixture.providerId("b"), fixture.providerId("barrier"));
    fixture.awaitNodeGone("a");
  }

  @Test
  void aNodeMovesOnlyThePoolOfItsOwnClusterWhateverItIsCalledElsewhere() throws Exception {
    fixture.attach();
    fixture.attach("other", apiServer);
    try (KubeCluster atOther =
        TestClusters.connect(apiServer, TestClusters.account("user"), WatchSettings.defaults())) {
      var elsewhere = new TestNodes(atOther.client());
      ObjectKey here = fixture.create(MachinePoolFixture.CLUSTER, "here", tree -> {});
      ObjectKey there = fixture.create("other", "there", tree -> {});
      for (ObjectKey pool : new ObjectKey[] {here, there}) {
        fixture.awaitData(pool);
        fixture.report(pool, 1, fixture.providerId("m"));
      }
      ApiObject ours = fixture.join("m");
      ApiObject twin = elsewhere.join(fixture.nodeName("m"), fixture.providerId("m"));
      ApiObject _ = fixture.awaitPhase(here, "Running");
      ApiObject _ = fixture.awaitPhase(there, "Running");

      ApiObject _ = elsewhere.setReady(elsewhere.find(twin.name()).orElseThrow(), false);

      ApiObject _ =
          CacheWaits.awaitObject(
              fixture.pools(), there, found -> found.at("/status/readyReplicas").asInt(-1) == 0);
      ApiObject unmoved = fixture.user.client().get(GroupKind.MACHINE_POOL, here).orElseThrow();
      assertThat(unmoved.at("/status/phase").asText()).isEqualTo("Running");
      // A Node is marked after the status has been told.
      ApiObject _ = awaitMark(ours.key(), "here", ours);
    }
  }

  @Test
  void aPoolWhoseClusterDoesNotExistSaysSoAndRunsWhenItComes() throws Exception {
    ObjectKey pool = fixture.create("early");
    fixture.advanceClock(pool, Duration.ofSeconds(6));
    String missing = "Cluster %s/attached, named in spec.clusterName".formatted(fixture.namespace);
    ApiObject waiting = fixture.awaitSaying(pool, "Available", missing);
    assertThat(waiting.at("/status/phase").asText()).isEqualTo("Pending");
    fixture.awaitEvent("ClusterMissing", missing);

    fixture.attach();

    fixture.awaitData(pool);
    fixture.report(pool, 1, fixture.providerId("m"));
    ApiObject _ = fixture.join("m");
    ApiObject running = fixture.awaitPhase(pool, "Running");
    assertThat(running.ownerReferences()).hasSize(1);
  }

  @Test
  void aFailureThatAnotherControllerTookForFinalIsTakenBack() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.create("failed");
    ApiObject found = fixture.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    ApiObject _ =
        RetriedEdits.editStatus(
            fixture.user.client(),
            found,
            status ->
                status
                    .withObject("/deprecated/v1beta1")
                    .put("failureReason", "InvalidConfiguration")
                    .put("failureMessage", "AWSMachinePool failed not found"));
    fixture.awaitData(pool);
    fixture.report(pool, 1, fixture.providerId("m"));
    ApiObject _ = fixture.join("m");

    ApiObject running = fixture.awaitPhase(pool, "Running");

    assertThat(running.at("/status/deprecated/v1beta1").has("failureReason")).isFalse();
    assertThat(running.at("/status/deprecated/v1beta1").has("failureMessage")).isFalse();
  }

  @Test
  void aPoolOfAKindThatIsNotInstalledSaysSoAndCanBeDeleted() throws Exception {
    fixture.attach();
    ApiObject _ = fixture.user.client().create(fixture.config("strange"));
    var tree = TestObjects.pool(fixture.namespace, MachinePoolFixture.CLUSTER, "strange");
    tree.withObject("/spec/template/spec/infrastructureRef").put("kind", "MoonMachinePool");
    ObjectKey pool = fixture.user.client().create(tree).key();

    fixture.advanceClock(pool, Duration.ofSeconds(6));
    ApiObject _ =
        fixture.awaitSaying(
            pool,
            "InfrastructureReady",
            "install the CRD of MoonMachinePool.infrastructure.cluster.x-k8s.io");
    fixture.delete(pool);

    CacheWaits.awaitGone(fixture.pools(), pool);
  }

  @Test
  void aPauseIsToldForTheGenerationThatIsPaused() throws Exception {
    fixture.attach();
    ObjectKey pool = fixture.running("paused");

    ApiObject _ =
        fixture.edit(
            GroupKind.MACHINE_POOL,
            pool,
            tree -> {
              tree.withObject("/spec").put("replicas", 2);
              MetadataEdits.setAnnotation(tree, MetadataKeys.PAUSED, "");
            });

    // kubectl wait believes no condition that speaks of an older generation.
    ApiObject paused =
        CacheWaits.awaitObject(
            fixture.pools(),
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
