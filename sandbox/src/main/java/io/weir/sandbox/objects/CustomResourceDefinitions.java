package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.manager.roles.Roles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Installs the kinds that Weir ships. */
public final class CustomResourceDefinitions {
  private CustomResourceDefinitions() {}

  /** All definitions. */
  public static List<ApiObject> all() {
    return Roles.all().crds();
  }

  /** Those of the roles as they are to be stored, for people who install with their own tools. */
  public static List<ObjectNode> manifests(Roles roles) {
    return roles.crds().stream().map(crd -> stored(crd, Optional.empty())).toList();
  }

  /** Installs all, as {@link #install(KubeCluster, Roles, Duration)} does. */
  public static Installed install(KubeCluster cluster, Duration timeout)
      throws IOException, InterruptedException {
    return install(cluster, Roles.all(), timeout);
  }

  /**
   * Installs those of the roles that are missing, or that Weir installed before, and returns when
   * all of them are served. What another project installed stays its own.
   *
   * @throws IOException when one is not served in time
   */
  public static Installed install(KubeCluster cluster, Roles roles, Duration timeout)
      throws IOException, InterruptedException {
    List<ApiObject> all = roles.crds();
    List<String> left = new ArrayList<>();
    try (var served =
        ObjectWaiter.start(cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION), timeout)) {
      for (ApiObject crd : all) {
        Optional<ApiObject> there =
            cluster
                .client()
                .get(GroupKind.CUSTOM_RESOURCE_DEFINITION, new ObjectKey("", crd.name()));
        if (there.isPresent() && there.get().annotation(MetadataKeys.INSTALLED).isEmpty()) {
          left.add(crd.name());
        } else {
          ApiObject _ = cluster.client().apply(stored(crd, there));
        }
      }
      for (ApiObject crd : all) {
        if (served.awaitUntil(crd.key(), CustomResourceDefinitions::established).isEmpty()) {
          throw new IOException(crd + " is not served after " + timeout.toSeconds() + " s");
        }
      }
    }
    return new Installed(all.size() - left.size(), left);
  }

  /**
   * What an installation did.
   *
   * @param kinds how many definitions are Weir's
   * @param skipped names of those that were there and are another project's
   */
  public record Installed(int kinds, List<String> skipped) {
    public Installed {
      skipped = List.copyOf(skipped);
    }
  }

  /**
   * Waits until the API server knows where objects of older versions are converted.
   *
   * @throws IOException when it is not told in time
   */
  public static void awaitConversion(KubeCluster cluster, Duration timeout)
      throws IOException, InterruptedException {
    try (var reported =
        ObjectWaiter.start(cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION), timeout)) {
      for (ApiObject crd : all()) {
        if (byWebhook(crd)
            && reported.awaitUntil(crd.key(), CustomResourceDefinitions::reachable).isEmpty()) {
          throw new IOException(
              "the manager did not set the conversion webhook of %s within %d s"
                  .formatted(crd.name(), timeout.toSeconds()));
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
   * As it is to be stored. A manager that ran before may have put a URL in the place of the
   * Service: not both.
   */
  private static ObjectNode stored(ApiObject crd, Optional<ApiObject> before) {
    ObjectNode tree = crd.copyTree();
    tree.withObject("/metadata/annotations").put(MetadataKeys.INSTALLED, "true");
    before
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
