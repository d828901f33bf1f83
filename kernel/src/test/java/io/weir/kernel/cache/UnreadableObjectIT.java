package io.weir.kernel.cache;

import static io.weir.kernel.harness.Widgets.WIDGET;
import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.PropagationPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real API server takes of somebody who may write one object. */
@WithControlPlane
class UnreadableObjectIT {

  private final ControlPlane controlPlane;

  UnreadableObjectIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeEach
  void install() throws Exception {
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
  }

  private KubeCluster connect(String namespace) throws Exception {
    return TestClusters.connect(
        controlPlane,
        TestClusters.account("reader"),
        WatchSettings.defaults().inNamespace(namespace));
  }

  /** As kubectl does it, whose JSON has fewer limits than that of the manager. */
  private void patch(Path directory, ObjectKey widget, String spec) throws Exception {
    Path file = directory.resolve(widget.name() + ".json");
    Files.writeString(file, "{\"spec\": " + spec + "}");
    String _ =
        controlPlane
            .kubectl(
                "patch",
                "widget",
                widget.name(),
                "-n",
                widget.namespace(),
                "--type=merge",
                "--patch-file=" + file)
            .outputOrThrow();
  }

  private static String nested(int depth) {
    return "{\"n\":".repeat(depth) + "1" + "}".repeat(depth);
  }

  @Test
  void costsItselfAloneAndIsNeverTakenForGone(
      @FreshNamespace String namespace, @TempDir Path directory) throws Exception {
    var poisoned = new ObjectKey(namespace, "poisoned");
    try (KubeCluster cluster = connect(namespace)) {
      ObjectCache cache = cluster.cache(WIDGET);
      ObjectNode good = widget(namespace, "poisoned");
      good.withObject("/spec").put("size", 3);
      ApiObject _ = cluster.client().create(good);
      ApiObject _ = CacheWaits.awaitObject(cache, poisoned, object -> true);
      ApiObject _ = cluster.client().create(widget(namespace, "named"));

      patch(directory, poisoned, nested(2000));
      patch(
          directory,
          new ObjectKey(namespace, "named"),
          "{\"" + "n".repeat(60_000) + "\": \"long\"}");
      ApiObject _ = cluster.client().create(widget(namespace, "later"));

      ApiObject _ =
          CacheWaits.awaitObject(cache, new ObjectKey(namespace, "later"), object -> true);
      assertThat(cache.get(poisoned).orElseThrow().at("/spec/size").asInt()).isEqualTo(3);
      assertThat(cache.get(new ObjectKey(namespace, "named")).orElseThrow().spec().toString())
          .contains("long");
    }
    try (KubeCluster restarted = connect(namespace)) {
      ObjectCache cache = restarted.cache(WIDGET);
      assertThat(cache.awaitSynced(Duration.ofMinutes(1))).isTrue();

      assertThat(cache.list())
          .extracting(ApiObject::name)
          .containsExactlyInAnyOrder("later", "named");
      assertThatExceptionOfType(KubeException.Unavailable.class)
          .isThrownBy(() -> cache.get(poisoned));
      assertThat(cache.neverRead()).containsExactly(poisoned);

      patch(directory, poisoned, "{\"n\": null}");
      ApiObject healed = CacheWaits.awaitObject(cache, poisoned, object -> true);
      restarted.client().delete(healed, PropagationPolicy.BACKGROUND);
    }
  }
}
