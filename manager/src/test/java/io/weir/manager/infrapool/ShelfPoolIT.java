package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.provider.AppliedObject;
import io.weir.provider.Ownership;
import io.weir.provider.PoolMarks;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Pools that are made of ConfigMaps, on real API servers. */
@WithControlPlane
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShelfPoolIT {

  private final ControlPlane controlPlane;
  private final ControlPlane workload;
  private final String namespace;
  private ShelfPoolFixture fixture;

  ShelfPoolIT(
      ControlPlane controlPlane,
      @NamedCluster("workload") ControlPlane workload,
      @FreshNamespace String namespace) {
    this.controlPlane = controlPlane;
    this.workload = workload;
    this.namespace = namespace;
  }

  @BeforeAll
  void start(@TempDir Path classes) throws Exception {
    fixture = new ShelfPoolFixture(controlPlane, workload, namespace, classes);
    fixture.attach();
  }

  @AfterAll
  void stop() throws Exception {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void aPoolLivesByItsConfigMapAndTheNodesWithItsLabelUntilItIsDeleted() throws Exception {
    ObjectKey pool = fixture.create("books", 2, false);
    ApiObject configMap = fixture.awaitConfigMap(pool, "size", "2");
    assertThat(configMap.controller().orElseThrow().groupKind())
        .isEqualTo(ShelfPoolFixture.SHELF_POOL);
    assertThat(configMap.annotation(PoolMarks.POOL_KEY)).hasValue("ShelfMachinePool/" + pool);

    fixture.keep(pool, 2);
    fixture.join(pool, 0, 2);
    ApiObject _ = fixture.awaitMachinePool(pool, "/status/phase", "Running");
    ApiObject running = fixture.user.client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
    assertThat(running.at("/spec/providerIDList").valueStream().map(JsonNode::asText))
        .containsExactly(fixture.providerId(pool, 0), fixture.providerId(pool, 1));

    fixture.edit(GroupKind.MACHINE_POOL, pool, tree -> tree.withObject("/spec").put("replicas", 3));
    ApiObject _ = fixture.awaitConfigMap(pool, "size", "3");
    fixture.join(pool, 2, 3);
    ApiObject _ = fixture.awaitMachinePool(pool, "/status/readyReplicas", "3");

    fixture.user.client().delete(running, PropagationPolicy.BACKGROUND);
    CacheWaits.awaitGone(fixture.user.cache(GroupKind.MACHINE_POOL), pool);
    CacheWaits.awaitGone(fixture.user.cache(BuiltInKinds.CONFIG_MAP), pool);
  }

  @Test
  void whatSomebodyChangesOrDeletesComesBackUnlessThePoolIsPaused() throws Exception {
    ObjectKey pool = fixture.create("tools", 4, false);
    ApiObject made = fixture.awaitConfigMap(pool, "size", "4");

    fixture.edit(BuiltInKinds.CONFIG_MAP, pool, tree -> tree.withObject("/data").put("size", "9"));
    ApiObject again =
        CacheWaits.awaitObject(
            fixture.user.cache(BuiltInKinds.CONFIG_MAP),
            pool,
            found ->
                found.at("/data/size").asText().equals("4")
                    && !found.resourceVersion().equals(made.resourceVersion()));
    fixture.user.client().delete(again, PropagationPolicy.BACKGROUND);
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.user.cache(BuiltInKinds.CONFIG_MAP),
            pool,
            found -> !found.uid().equals(made.uid()));

    fixture.edit(
        ShelfPoolFixture.SHELF_POOL,
        pool,
        tree -> MetadataEdits.setAnnotation(tree, MetadataKeys.PAUSED, ""));
    ApiObject paused = fixture.awaitConfigMap(pool, "paused", "true");
    assertThat(paused.at("/data/size").asText()).isEqualTo("4");
    fixture.edit(
        ShelfPoolFixture.SHELF_POOL,
        pool,
        tree -> MetadataEdits.removeAnnotation(tree, MetadataKeys.PAUSED));
    ApiObject _ = fixture.awaitConfigMap(pool, "paused", "false");
  }

  @Test
  void theKeeperSizesAPoolThatAsksForItAndTheMachinePoolSaysWhoDoes() throws Exception {
    ObjectKey pool = fixture.create("toys", 1, true);
    ApiObject configMap = fixture.awaitConfigMap(pool, "paused", "false");
    assertThat(configMap.at("/data/size").isMissingNode()).isTrue();

    fixture.keep(pool, 2);
    fixture.join(pool, 0, 2);

    ApiObject sized = fixture.awaitMachinePool(pool, "/spec/replicas", "2");
    assertThat(sized.annotation(MetadataKeys.REPLICAS_MANAGED_BY)).hasValue("shelf-keeper");
    ApiObject _ = fixture.awaitMachinePool(pool, "/status/phase", "Running");

    fixture.edit(
        ShelfPoolFixture.SHELF_POOL,
        pool,
        tree -> tree.withObject("/spec").put("autoscaled", false));

    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.user.cache(GroupKind.MACHINE_POOL),
            pool,
            found -> found.annotation(MetadataKeys.REPLICAS_MANAGED_BY).isEmpty());
    ApiObject _ = fixture.awaitConfigMap(pool, "size", "2");
  }

  @Test
  void aConfigMapThatIsThereAlreadyIsTakenOverOnlyWhenThePoolIsAskedTo() throws Exception {
    ApiObject there =
        fixture
            .user
            .client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "v1", "kind": "ConfigMap",
                     "metadata": {"namespace": "%s", "name": "attic"}, "data": {"size": "7"}}
                    """
                        .formatted(namespace)));
    ObjectKey pool = fixture.create("attic", 1, false);
    ApiObject _ = fixture.awaitShelfSaying(pool, Ownership.ADOPT);
    assertThat(fixture.user.client().get(BuiltInKinds.CONFIG_MAP, pool).orElseThrow())
        .satisfies(found -> assertThat(found.resourceVersion()).isEqualTo(there.resourceVersion()));

    fixture.edit(
        ShelfPoolFixture.SHELF_POOL,
        pool,
        tree -> MetadataEdits.setAnnotation(tree, Ownership.ADOPT, "true"));

    ApiObject taken = fixture.awaitConfigMap(pool, "size", "1");
    assertThat(taken.uid()).isEqualTo(there.uid());
  }

  @Test
  void whatLostItsMarksIsTakenBackWithAllThatWasAppliedToIt() throws Exception {
    ObjectKey pool = fixture.create("cellar", 3, false);
    ApiObject made = fixture.awaitConfigMap(pool, "size", "3");
    fixture.edit(
        BuiltInKinds.CONFIG_MAP,
        pool,
        tree -> {
          MetadataEdits.removeAnnotation(tree, PoolMarks.POOL_KEY);
          MetadataEdits.removeAnnotation(tree, PoolMarks.MANAGEMENT_CLUSTER_KEY);
        });
    ApiObject _ = fixture.awaitShelfSaying(pool, Ownership.ADOPT);

    fixture.edit(
        ShelfPoolFixture.SHELF_POOL,
        pool,
        tree -> MetadataEdits.setAnnotation(tree, Ownership.ADOPT, "true"));

    ApiObject taken =
        CacheWaits.awaitObject(
            fixture.user.cache(BuiltInKinds.CONFIG_MAP),
            pool,
            found -> found.annotations().containsKey(PoolMarks.POOL_KEY));
    assertThat(taken.uid()).isEqualTo(made.uid());
    assertThat(taken.at("/data/size").asText()).isEqualTo("3");
    assertThat(taken.annotations()).containsKey(AppliedObject.DIGEST);
  }

  @Test
  void aNodeThatGetsOrLosesTheLabelLaterIsHeeded() throws Exception {
    ObjectKey pool = fixture.create("loft", 1, false);
    ApiObject _ = fixture.awaitConfigMap(pool, "size", "1");
    fixture.keep(pool, 1);
    fixture.joinWithoutLabel(pool, 0);
    ApiObject _ = fixture.awaitMachinePool(pool, "/status/phase", "Provisioning");

    fixture.label(pool, 0);

    ApiObject _ = fixture.awaitMachinePool(pool, "/status/phase", "Running");
  }
}
