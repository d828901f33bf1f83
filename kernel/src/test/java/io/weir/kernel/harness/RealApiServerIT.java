package io.weir.kernel.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real API server is as those in memory are made to be. */
@WithControlPlane
class RealApiServerIT extends ApiServerContract {

  private final ControlPlane controlPlane;

  RealApiServerIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(ControlPlane controlPlane) throws Exception {
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
  }

  @Override
  protected TestCluster server() {
    return TestCluster.of(controlPlane);
  }

  @Override
  protected String newNamespace() throws Exception {
    return controlPlane.createNamespace("contract-");
  }

  /** The servers in memory keep no record of who set what. */
  @Test
  void anUnforcedApplyTakesNoFieldFromWhoeverSetIt() throws Exception {
    String namespace = newNamespace();
    WatchSettings settings = WatchSettings.defaults().inNamespace(namespace);
    try (var cluster = TestClusters.connect(server(), "unforced", settings)) {
      anUnforcedApplyTakesNoField(cluster.client(), namespace);
    }
  }

  private static void anUnforcedApplyTakesNoField(KubeClient client, String namespace) {
    ApiObject theirs = client.create(Widgets.widget(namespace, "w"));
    ApiObject _ = client.edit(theirs, tree -> tree.withObject("/spec").put("size", 2));
    ObjectNode ours = Widgets.widget(namespace, "w");
    ours.withObject("/spec").put("size", 3);

    assertThatExceptionOfType(KubeException.Conflict.class)
        .isThrownBy(() -> client.applyUnforced(ours))
        .withMessageContaining(".spec.size");
    assertThat(client.apply(ours).at("/spec/size").asInt()).isEqualTo(3);
  }
}
