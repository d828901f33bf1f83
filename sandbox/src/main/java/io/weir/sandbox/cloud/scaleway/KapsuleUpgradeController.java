package io.weir.sandbox.cloud.scaleway;

import io.weir.api.ApiObject;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import io.weir.sandbox.cloud.RunningCloud;
import java.util.function.BiConsumer;

/**
 * Raises the version of a simulated cluster when its ScalewayManagedControlPlane asks for a later
 * one. In a real cluster Scaleway's own provider does; nobody else serves that kind here.
 */
public final class KapsuleUpgradeController implements RunningCloud.Controller {
  private final SandboxKapsule sandboxKapsule;
  private final BiConsumer<String, String> listener;
  private final Change.Subscription subscription;

  private KapsuleUpgradeController(
      KubeCluster kube, SandboxKapsule sandboxKapsule, BiConsumer<String, String> listener) {
    this.sandboxKapsule = sandboxKapsule;
    this.listener = listener;
    this.subscription = kube.cache(SandboxKapsule.CONTROL_PLANE).subscribe(this::changed);
  }

  /**
   * Begins.
   *
   * @param listener about what something is told, and what; must not block
   */
  public static KapsuleUpgradeController start(
      KubeCluster kube, SandboxKapsule sandboxKapsule, BiConsumer<String, String> listener) {
    return new KapsuleUpgradeController(kube, sandboxKapsule, listener);
  }

  private void changed(Change change) {
    String wanted = wanted(change.object());
    boolean asked = change.before().map(before -> !wanted(before).equals(wanted)).orElse(true);
    if (asked && !(change instanceof Change.Deleted)) {
      String name = change.object().at("/spec/clusterName").asText();
      sandboxKapsule
          .upgradeClusters(name, wanted)
          .forEach(what -> listener.accept("Kapsule cluster " + name, what + change.object()));
    }
  }

  private static String wanted(ApiObject controlPlane) {
    return controlPlane.at("/spec/version").asText();
  }

  @Override
  public void close() {
    subscription.close();
  }
}
