package io.weir.sandbox.cloud;

import io.weir.api.ApiObject;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.Change;
import java.util.function.BiConsumer;

/**
 * Raises the version of a simulated cluster when its ScalewayManagedControlPlane asks for a later
 * one. In a real cluster Scaleway's own provider does; nobody else serves that kind here.
 */
public final class KapsuleUpgradeController implements AutoCloseable {
  private final SandboxKapsule sandboxKapsule;
  private final BiConsumer<String, String> told;
  private final Change.Subscription subscription;

  private KapsuleUpgradeController(
      KubeCluster kube, SandboxKapsule sandboxKapsule, BiConsumer<String, String> told) {
    this.sandboxKapsule = sandboxKapsule;
    this.told = told;
    this.subscription = kube.cache(SandboxKapsule.CONTROL_PLANE).subscribe(this::changed);
  }

  /**
   * Begins.
   *
   * @param told about what something is told, and what; must not block
   */
  public static KapsuleUpgradeController start(
      KubeCluster kube, SandboxKapsule sandboxKapsule, BiConsumer<String, String> told) {
    return new KapsuleUpgradeController(kube, sandboxKapsule, told);
  }

  private void changed(Change change) {
    String wanted = wanted(change.object());
    boolean asked = change.before().map(before -> !wanted(before).equals(wanted)).orElse(true);
    if (asked && !(change instanceof Change.Deleted)) {
      String name = change.object().at("/spec/clusterName").asText();
      sandboxKapsule
          .upgradeClusters(name, wanted)
          .forEach(what -> told.accept("Kapsule cluster " + name, what + change.object()));
    }
  }

  private static String wanted(ApiObject plane) {
    return plane.at("/spec/version").asText();
  }

  @Override
  public void close() {
    subscription.close();
  }
}
