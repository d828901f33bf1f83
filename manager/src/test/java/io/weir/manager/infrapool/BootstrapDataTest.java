package io.weir.manager.infrapool;

import static io.weir.manager.infrapool.InfraPoolFixture.CLUSTER;
import static io.weir.manager.infrapool.InfraPoolFixture.VERSION;
import static io.weir.manager.infrapool.InfraPoolFixture.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.kernel.harness.RetriedEdits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What wakes an infrastructure pool whose bootstrap data changes. */
class BootstrapDataTest {

  private InfraPoolFixture<FakeBootstrapDataProvider> stage;

  @BeforeEach
  void start() throws Exception {
    stage = new InfraPoolFixture<>(_ -> new FakeBootstrapDataProvider());
  }

  @AfterEach
  void stop() {
    stage.close();
  }

  @Test
  void dataOfAnotherVersionThatReadsTheSameLetsAPoolGoOn() throws Exception {
    ObjectNode tree = stage.secret("data", "value", "the same");
    MetadataEdits.setLabel(tree, MetadataKeys.CLUSTER_NAME, CLUSTER);
    MetadataEdits.setAnnotation(tree, BootstrapMetadataKeys.KUBERNETES_VERSION, "v1.35.3");
    ApiObject secret = stage.user().client().create(tree);
    stage.awaitSaying(stage.pool("workers", "data"), "waiting for data");
    stage.settle();

    ApiObject _ =
        RetriedEdits.edit(
            stage.user().client(),
            secret,
            edit ->
                MetadataEdits.setAnnotation(
                    edit, BootstrapMetadataKeys.KUBERNETES_VERSION, VERSION));

    assertThat(stage.cloud().nextMade()).isEqualTo("workers=the same");
  }

  @Test
  void anEditOfASecretWithoutALabelReachesThePoolThatNamesIt() throws Exception {
    ApiObject secret = stage.user().client().create(stage.secret("own", "value", "first"));
    stage.cloud().holds("workers", "first");
    stage.awaitSaying(stage.pool("workers", "own"), "first");
    stage.settle();

    ApiObject _ =
        RetriedEdits.edit(
            stage.user().client(),
            secret,
            edit -> edit.withObject("/data").put("value", encoded("second")));

    assertThat(stage.cloud().nextMade()).isEqualTo("workers=second");
  }

  @Test
  void theKubeconfigOfAClusterIsNoData() throws Exception {
    ApiObject _ = stage.user().client().create(TestObjects.cluster("default", CLUSTER));
    ApiObject _ = stage.user().client().create(stage.secret("d-kubeconfig", "value", "no Cluster"));
    ApiObject _ = stage.user().client().create(stage.secret(CLUSTER + "-kubeconfig", "value", "x"));

    stage.awaitSaying(stage.pool("thieves", CLUSTER + "-kubeconfig"), "there is no data");
    ObjectKey _ = stage.pool("workers", "d-kubeconfig");

    assertThat(stage.cloud().nextMade()).isEqualTo("workers=no Cluster");
  }

  @Test
  void aSecretWithoutALabelIsSeenWhenItComes() throws Exception {
    stage.awaitSaying(stage.pool("workers", "late"), "there is no data");
    stage.settle();

    ApiObject _ = stage.user().client().create(stage.secret("late", "value", "come"));

    assertThat(stage.cloud().nextMade()).isEqualTo("workers=come");
  }
}
