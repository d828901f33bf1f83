package io.weir.kernel.harness;

import static io.weir.kernel.harness.Widgets.WIDGET;
import static io.weir.kernel.harness.Widgets.widget;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestListener;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The API server in memory is like a real one. */
class MemoryApiServerTest extends ApiServerContract {

  private final MemoryApiServer memory;

  MemoryApiServerTest() throws Exception {
    memory = new MemoryApiServer().install(List.of(Widgets.crd()));
  }

  @AfterEach
  void close() {
    memory.close();
  }

  @Override
  protected TestCluster server() {
    return memory;
  }

  @Override
  protected String newNamespace() {
    return "default";
  }

  @Test
  void watchesGoOnWhenItIsBack() throws Exception {
    try (KubeCluster watching = TestClusters.connect(memory, "watching", WatchSettings.defaults());
        KubeCluster other = TestClusters.connect(memory, "other", WatchSettings.defaults())) {
      ApiObject _ = other.client().create(widget("default", "before"));
      ApiObject _ = CacheWaits.awaitAny(watching.cache(WIDGET), any -> true);

      memory.killApiServer();
      assertThatExceptionOfType(KubeException.Unavailable.class)
          .isThrownBy(() -> other.client().create(widget("default", "lost")));
      memory.startApiServer();
      ApiObject _ = other.client().create(widget("default", "after"));

      ApiObject _ =
          CacheWaits.awaitObject(
              watching.cache(WIDGET), new ObjectKey("default", "after"), any -> true);
    }
  }

  @Test
  void noClientOfAnotherTrustsIt() throws Exception {
    try (var other = new MemoryApiServer()) {
      String wrong =
          other
              .kubeconfig("somebody")
              .replace(other.server().toString(), memory.server().toString());
      try (var cluster =
          KubeCluster.connectBuiltIns(
              KubeConfigs.fromText(wrong, "test"),
              WatchSettings.defaults(),
              RequestListener.NONE)) {
        assertThatExceptionOfType(KubeException.Unavailable.class)
            .isThrownBy(() -> cluster.client().get(BuiltInKinds.NODE, new ObjectKey("", "n")));
      }
    }
  }
}
