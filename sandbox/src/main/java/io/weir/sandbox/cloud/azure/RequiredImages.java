package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.ImageDefinition.Kind;
import io.weir.sandbox.cloud.KubernetesUpgrades;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The images that a pool names; of one that names none, those that are looked up by its Kubernetes
 * version and by the next ones, so that it can be upgraded.
 *
 * @param template of the pool
 */
record RequiredImages(JsonNode template) {
  private static final Pattern OF_GALLERY =
      Pattern.compile(
          "/subscriptions/([^/]+)/resourceGroups/([^/]+)/providers/Microsoft\\.Compute/galleries/([^/]+)/images/([^/]+)/versions/([^/]+)",
          Pattern.CASE_INSENSITIVE);
  private static final List<String> PUBLISHED =
      List.of("capi-ubun2-2404", "capi-win-2019-containerd", "capi-win-2022-containerd");

  /** Adds them to a tenant. */
  void addTo(TenantBuilder tenant, ApiObject machinePool) {
    String kubernetes = machinePool.at("/spec/template/spec/version").asText("");
    JsonNode image = template.path("image");
    for (JsonNode named : List.of(image.path("computeGallery"), image.path("sharedGallery"))) {
      if (named.isObject()) {
        addNamed(tenant, named, kubernetes);
      }
    }
    JsonNode bought = image.path("marketplace");
    if (bought.isObject()) {
      tenant.addImage(
          Kind.MARKETPLACE,
          text(bought, "publisher"),
          text(bought, "offer"),
          text(bought, "sku"),
          text(bought, "version"),
          kubernetes,
          "image " + text(bought, "offer"));
    }
    Matcher id = OF_GALLERY.matcher(text(image, "id"));
    if (id.matches()) {
      tenant.addImage(
          Kind.GALLERY,
          id.group(1) + "/" + id.group(2),
          id.group(3),
          id.group(4),
          id.group(5),
          kubernetes,
          "image " + id.group(4));
    }
    if (!image.isObject() || image.isEmpty()) {
      addPublished(tenant, kubernetes);
    }
  }

  private static void addNamed(TenantBuilder tenant, JsonNode image, String kubernetes) {
    String group = text(image, "resourceGroup");
    boolean community = group.isEmpty();
    tenant.addImage(
        community ? Kind.COMMUNITY : Kind.GALLERY,
        community ? "" : text(image, "subscriptionID") + "/" + group,
        text(image, "gallery"),
        text(image, "name"),
        text(image, "version"),
        kubernetes,
        "image " + text(image, "name"));
  }

  /** Older ones are on the marketplace, as {@code 122.0.1} for 1.22.0, others in a gallery. */
  private static void addPublished(TenantBuilder tenant, String kubernetes) {
    KubernetesUpgrades.from(kubernetes)
        .forEach(
            version -> {
              boolean asked = version.equals(kubernetes.replaceFirst("^v", ""));
              for (String name : PUBLISHED) {
                tenant.addImage(
                    Kind.COMMUNITY,
                    "",
                    AzureSeedData.GALLERY,
                    name,
                    version,
                    "v" + version,
                    asked && name.equals(PUBLISHED.getFirst()) ? "image for v" + version : "");
              }
              tenant.addImage(
                  Kind.MARKETPLACE,
                  "cncf-upstream",
                  "capi",
                  "ubuntu-2204-gen1",
                  version.replaceFirst("\\.", "") + ".20260101",
                  "v" + version,
                  "");
            });
  }

  private static String text(JsonNode object, String field) {
    return object.path(field).asText("");
  }
}
