package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.GroupKind;
import io.weir.api.Keys;
import io.weir.api.ObjectKey;
import io.weir.manager.runtime.KubeCluster;
import io.weir.manager.runtime.kube.KubeClient;
import io.weir.provider.PoolProviderFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Installs the kinds that Weir ships. */
public final class Definitions {
  private Definitions() {}

  /** All definitions. */
  public static List<ApiObject> all() {
    return Stream.concat(
            Crds.core().stream(), factories().flatMap(each -> each.definitions().stream()))
        .toList();
  }

  static Stream<PoolProviderFactory> factories() {
    return ServiceLoader.load(PoolProviderFactory.class).stream().map(ServiceLoader.Provider::get);
  }

  /**
   * Installs those that are missing or ours, and returns when all of them are served.
   *
   * @return how many there are
   * @throws IOException when one is not served in time
   */
  public static int install(KubeCluster cluster, Duration timeout)
      throws IOException, InterruptedException {
    List<ApiObject> all = all();
    try (var served =
        Awaiting.begin(cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION), timeout)) {
      all.stream()
          .filter(crd -> wanted(cluster.client(), crd))
          .forEach(
              crd -> {
                ApiObject _ = cluster.client().apply(stored(cluster.client(), crd));
              });
      for (ApiObject crd : all) {
        if (served.until(crd.key(), Definitions::established).isEmpty()) {
          throw new IOException(crd + " is not served after " + timeout.toSeconds() + " s");
        }
      }
    }
    return all.size();
  }

  /**
   * Waits until the API server knows where objects of older versions are converted.
   *
   * @throws IOException when it is not told in time
   */
  public static void awaitConversion(KubeCluster cluster, Duration timeout)
      throws IOException, InterruptedException {
    try (var told = Awaiting.begin(cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION), timeout)) {
      for (ApiObject crd : all()) {
        if (byWebhook(crd) && told.until(crd.key(), Definitions::reachable).isEmpty()) {
          throw new IOException(
              "the manager has not told the API server after %d s where objects of %s are converted"
                  .formatted(timeout.toSeconds(), crd.name()));
        }
      }
    }
  }

  private static boolean byWebhook(ApiObject crd) {
    return crd.at("/spec/conversion/strategy").asText("").equals("Webhook");
  }

  private static boolean reachable(ApiObject crd) {
    return crd.at("/spec/conversion/webhook/clientConfig").has("url");
  }

  /**
   * Whether a definition is to be written: it is missing, or Weir wrote the one that is there. What
   * another project installed stays its own.
   */
  public static boolean wanted(KubeClient client, ApiObject crd) {
    return client
        .get(GroupKind.CUSTOM_RESOURCE_DEFINITION, new ObjectKey("", crd.name()))
        .map(there -> there.annotation(Keys.INSTALLED).isPresent())
        .orElse(true);
  }

  /**
   * As it is to be stored. A manager that ran before may have put a URL in the place of the
   * Service: not both.
   */
  private static ObjectNode stored(KubeClient client, ApiObject crd) {
    ObjectNode tree = crd.copy();
    tree.withObject("/metadata/annotations").put(Keys.INSTALLED, "true");
    client
        .get(GroupKind.CUSTOM_RESOURCE_DEFINITION, new ObjectKey("", crd.name()))
        .filter(there -> there.at("/spec/conversion/webhook/clientConfig").has("url"))
        .ifPresent(
            there -> tree.withObject("/spec").set("conversion", there.at("/spec/conversion")));
    return tree;
  }

  private static boolean established(ApiObject crd) {
    for (JsonNode condition : crd.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Established")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
