package io.weir.sandbox.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.roles.Roles;
import io.weir.webhook.install.WebhookAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Installs the kinds that Weir ships. */
public final class CustomResourceDefinitions {
  /** How the API server names the owner of a field that is in conflict. */
  private static final Pattern OWNER = Pattern.compile("conflicts? with (\"[^\"]*\")");

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
   * all of them are served. What another project installed stays its own, also if it did so over
   * Weir's: it leaves the annotation, but fields of the CRD have another owner then.
   *
   * @throws IOException when one is not served in time
   */
  public static Installed install(KubeCluster cluster, Roles roles, Duration timeout)
      throws IOException, InterruptedException {
    List<ApiObject> all = roles.crds();
    List<Installed.Skipped> left = new ArrayList<>();
    try (var served =
        ObjectWaiter.start(cluster.cache(GroupKind.CUSTOM_RESOURCE_DEFINITION), timeout)) {
      for (ApiObject crd : all) {
        installOne(cluster.client(), crd).ifPresent(left::add);
      }
      for (ApiObject crd : all) {
        if (served.awaitUntil(crd.key(), CustomResourceDefinitions::established).isEmpty()) {
          throw new IOException(crd + " is not served after " + timeout.toSeconds() + " s");
        }
      }
    }
    return new Installed(all.size() - left.size(), left);
  }

  private static Optional<Installed.Skipped> installOne(KubeClient client, ApiObject crd) {
    Optional<ApiObject> there =
        client.get(GroupKind.CUSTOM_RESOURCE_DEFINITION, new ObjectKey("", crd.name()));
    if (there.isPresent() && there.get().annotation(MetadataKeys.INSTALLED).isEmpty()) {
      return Optional.of(new Installed.Skipped(crd.name(), "already exists"));
    }
    try {
      ApiObject _ = client.applyUnforced(stored(crd, there));
      return Optional.empty();
    } catch (KubeException.Conflict conflict) {
      return Optional.of(
          new Installed.Skipped(
              crd.name(), "has been changed by " + owners(conflict) + " since Weir installed it"));
    }
  }

  /** Who has set fields to other values; empty names nobody. */
  private static String owners(KubeException.Conflict conflict) {
    String names =
        OWNER
            .matcher(String.valueOf(conflict.getMessage()))
            .results()
            .map(found -> found.group(1))
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "others" : names;
  }

  /**
   * What an installation did.
   *
   * @param kinds how many definitions are Weir's
   * @param skipped those that are another project's
   */
  public record Installed(int kinds, List<Skipped> skipped) {
    public Installed {
      skipped = List.copyOf(skipped);
    }

    /**
     * A definition that stays as it is.
     *
     * @param name of the CRD
     * @param why what is the matter with it, to follow its name
     */
    public record Skipped(String name, String why) {}
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
   * As it is to be stored. Where a manager has said how it is reached, by a URL or in another
   * namespace, that stays. Whom to trust there is not ours to say, as it changes at any time.
   */
  private static ObjectNode stored(ApiObject crd, Optional<ApiObject> before) {
    ObjectNode tree = crd.copyTree();
    tree.withObject("/metadata/annotations").put(MetadataKeys.INSTALLED, "true");
    tree.withObject("/metadata/labels").put(MetadataKeys.CLUSTERCTL, "");
    before
        .map(there -> there.at("/spec/conversion/webhook/clientConfig"))
        .filter(CustomResourceDefinitions::isOfManager)
        .ifPresent(
            client -> {
              ObjectNode kept = client.deepCopy();
              kept.remove("caBundle");
              tree.withObject("/spec/conversion/webhook").set("clientConfig", kept);
            });
    return tree;
  }

  private static boolean isOfManager(JsonNode client) {
    return client.has("url") || client.at("/service/name").asText().equals(WebhookAddress.SERVICE);
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
