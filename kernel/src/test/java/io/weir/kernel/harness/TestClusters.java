package io.weir.kernel.harness;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.controlplane.ControlPlane;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeConfigs;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections of tests to real API servers, and the kinds installed there. */
public final class TestClusters {

  private static final AtomicInteger ACCOUNTS = new AtomicInteger();

  private TestClusters() {}

  /** A name for an account that no other test uses. */
  public static String account(String prefix) {
    return prefix + "-" + ACCOUNTS.incrementAndGet();
  }

  /** A connection of the test's own, with all rights. */
  public static KubeCluster connect(
      ControlPlane controlPlane, String account, WatchSettings settings)
      throws InterruptedException {
    return connect(TestCluster.of(controlPlane), account, settings);
  }

  /** A connection of the test's own, with all rights. */
  public static KubeCluster connect(TestCluster to, String account, WatchSettings settings)
      throws InterruptedException {
    KubeCluster cluster =
        KubeCluster.connect(
            KubeConfigs.fromText(to.kubeconfig(account, "system:masters"), "test"),
            settings,
            RequestListener.NONE);
    if (!cluster.informers().awaitSynced(Duration.ofMinutes(1))) {
      throw new AssertionError("the CRDs were not listed");
    }
    return cluster;
  }

  /**
   * Asks again and again until the request is not forbidden any more: an API server heeds rights a
   * moment after they were stored.
   */
  public static void awaitRights(Runnable request) {
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        request.run();
        return;
      } catch (KubeException.Forbidden early) {
        if (System.nanoTime() > end) {
          throw early;
        }
      }
    }
  }

  /** Installs kinds, unless they are there, and waits until they are served. */
  public static void install(ControlPlane controlPlane, List<ApiObject> crds)
      throws InterruptedException {
    try (KubeCluster cluster = connect(controlPlane, "installer", WatchSettings.defaults())) {
      KubeClient client = cluster.client();
      for (ApiObject crd : crds) {
        ApiObject _ = client.apply(crd.copyTree());
        ApiObject _ =
            CacheWaits.awaitObject(
                cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION),
                crd.key(),
                TestClusters::established);
      }
    }
  }

  /** Whether a CRD is in effect. */
  public static boolean established(ApiObject crd) {
    for (var condition : crd.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Established")
          && condition.path("status").asText().equals("True")) {
        return true;
      }
    }
    return false;
  }
}
