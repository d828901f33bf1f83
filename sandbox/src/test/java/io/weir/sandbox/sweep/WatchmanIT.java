package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.sandbox.watchman.LeaseHolderProperty;
import io.weir.sandbox.watchman.NodeDeletionProperty;
import io.weir.sandbox.watchman.Property;
import io.weir.sandbox.watchman.ReleaseProperty;
import io.weir.sandbox.watchman.Violation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Defects that are planted beside a running manager, in its name, and must be found. */
@Tag("soak")
@WithSharedApiServer
class WatchmanIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String LIFE = "planted";
  private static final String ROGUE = "rogue";
  private static final String PROCESS = "host_" + ROGUE;
  private static final List<Class<? extends Property>> PLANTED =
      List.of(NodeDeletionProperty.class, LeaseHolderProperty.class, ReleaseProperty.class);

  @Test
  void whatARogueManagerDoesIsFound(SharedApiServer sharedApiServer) throws Exception {
    try (var life = new PoolLifecycleRun(sharedApiServer, LIFE, TestCloudType.AWS);
        var rogue = rogue(sharedApiServer);
        var inWorkloadCluster = rogueInWorkloadCluster(sharedApiServer)) {
      PLANTED.forEach(property -> life.watchman().exempt(LIFE, property));
      try (var _ = RestartingManager.start(life, LIFE, Hooks.NONE)) {
        life.startPhase(LifecyclePhase.CREATE);
        assertThat(life.awaitPhaseEnd(LifecyclePhase.CREATE, PATIENCE)).isTrue();
      }
      assertThat(life.watchman().exempted(LIFE)).isEmpty();

      release(sharedApiServer, rogue);
      inWorkloadCluster.client().delete(node(sharedApiServer), PropagationPolicy.BACKGROUND);

      assertThat(life.awaitBroken(PLANTED, PATIENCE))
          .as("%s", life.watchman().exempted(LIFE))
          .isTrue();
      assertThat(life.watchman().exempted(LIFE))
          .extracting(Violation::toString)
          .anySatisfy(told -> assertThat(told).contains("and runs", "delete nodes", ROGUE))
          .anySatisfy(told -> assertThat(told).contains(ROGUE + " has never held a lease"))
          .anySatisfy(told -> assertThat(told).contains("left [a resource of the name workers"));
    }
  }

  /** With the rights of the manager, and under its name. */
  private static KubeCluster rogue(SharedApiServer sharedApiServer) {
    return KubeCluster.connect(
        KubeConfigs.fromFile(
            sharedApiServer.access().management(), KubeConfigs.component("manager", PROCESS)),
        WatchSettings.defaults().inNamespace(LIFE),
        RequestListener.NONE);
  }

  private static KubeCluster rogueInWorkloadCluster(SharedApiServer sharedApiServer) {
    return KubeCluster.connectBuiltIns(
        KubeConfigs.fromText(
            sharedApiServer.access().workload(), KubeConfigs.component("workload", PROCESS)),
        WatchSettings.defaults(),
        RequestListener.NONE);
  }

  private static ApiObject node(SharedApiServer sharedApiServer) {
    return sharedApiServer.cache(BuiltInKinds.NODE).list().stream()
        .filter(node -> node.name().contains(LIFE))
        .findFirst()
        .orElseThrow();
  }

  /** Takes the finalizer off a pool whose group is still there. */
  private static void release(SharedApiServer sharedApiServer, KubeCluster rogue) {
    var key = new ObjectKey(LIFE, "workers");
    ApiObject pool =
        sharedApiServer.kube().client().get(SharedApiServer.AWS_POOL, key).orElseThrow();
    sharedApiServer.kube().client().delete(pool, PropagationPolicy.BACKGROUND);
    ApiObject deleted =
        sharedApiServer.kube().client().get(SharedApiServer.AWS_POOL, key).orElseThrow();
    ApiObject _ =
        rogue.client().edit(deleted, tree -> tree.withObject("/metadata").putArray("finalizers"));
  }
}
