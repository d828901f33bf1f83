package io.weir.sandbox.objects;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.cache.ObjectCache;
import io.weir.manager.runtime.kube.BuiltIns;
import io.weir.manager.runtime.kube.LabelSelector;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Recognises that the API server has been told of the manager's webhooks. */
public final class InstalledWebhooks {
  private InstalledWebhooks() {}

  /**
   * Waits until objects of every version can be written.
   *
   * @throws IOException when they cannot in time
   */
  public static void await(KubeCluster cluster, Duration timeout)
      throws IOException, InterruptedException {
    ObjectCache crds = cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION);
    for (ObjectCache cache : List.of(crds, reviews(cluster, true), reviews(cluster, false))) {
      try (var changes = Awaiting.begin(cache, timeout)) {
        boolean told =
            changes.until(
                () ->
                    cache == crds
                        ? crds.list().stream().noneMatch(InstalledWebhooks::untold)
                        : !cache.list().isEmpty());
        if (!told) {
          throw new IOException(
              "the manager has not installed its webhooks after " + timeout.toSeconds() + " s");
        }
      }
    }
  }

  private static ObjectCache reviews(KubeCluster cluster, boolean mutating) {
    return cluster.cache(
        mutating
            ? BuiltIns.MUTATING_WEBHOOK_CONFIGURATION
            : BuiltIns.VALIDATING_WEBHOOK_CONFIGURATION,
        LabelSelector.exists(Keys.WEBHOOK));
  }

  private static boolean untold(ApiObject crd) {
    return crd.at("/spec/conversion/strategy").asText().equals("Webhook")
        && crd.label(Keys.WEBHOOK).isEmpty();
  }
}
