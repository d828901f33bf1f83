package io.weir.provider.azure.image;

import io.weir.api.Excerpt;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.azure.account.ResourcePath;
import io.weir.provider.azure.api.AzureImage;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.api.AzureReasons;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The image of a pool's machines.
 *
 * @param asked what the pool says; null if the Kubernetes version is to decide
 * @param windows whether machines run Windows
 * @param location where they are
 * @param version Kubernetes version of the MachinePool, without the leading letter; empty if it has
 *     none
 * @param annotations those of the pool
 */
public record ImageResolver(
    @Nullable AzureImage asked,
    boolean windows,
    String location,
    String version,
    Map<String, String> annotations) {

  /** The gallery of the community into which Cluster API's images for Azure are published. */
  static final String GALLERY = "ClusterAPI-f72ceb4f-5159-4c26-a0fe-2ea738f0d019";

  private static final String LINUX_IMAGE = "capi-ubun2-2404";
  private static final String WINDOWS_IMAGE = "capi-win-%s-containerd";
  private static final String WINDOWS_YEAR = "2022";

  /** Versions whose images are in the marketplace only. */
  private static final List<Range> OLD =
      List.of(
          new Range("0.0.0", "1.28.12"),
          new Range("1.29.1", "1.29.7"),
          new Range("1.30.0", "1.30.3"));

  private record Range(String first, String last) {
    boolean has(KubernetesVersion version) {
      return version.compare(KubernetesVersion.of(first).orElseThrow()) >= 0
          && version.compare(KubernetesVersion.of(last).orElseThrow()) <= 0;
    }
  }

  /**
   * The image; empty if the cloud must be asked first.
   *
   * @throws PrerequisiteException if there is none, with what to do about it
   */
  public Optional<MachineImage> resolve(QueryCollector queries) throws PrerequisiteException {
    if (asked != null) {
      return Optional.of(named(asked));
    }
    KubernetesVersion kubernetes =
        KubernetesVersion.of(version)
            .filter(each -> each.patch() >= 0)
            .orElseThrow(
                () ->
                    missing(
                        "spec.template.image is empty, and MachinePool spec.template.spec.version"
                            + " does not say which Kubernetes the image is to have: set one of"
                            + " them"));
    if (OLD.stream().anyMatch(range -> range.has(kubernetes))) {
      return newestOfMarketplace(kubernetes, queries);
    }
    return Optional.of(
        ofCommunity(
            GALLERY,
            windows ? windowsImage() : LINUX_IMAGE,
            ResourcePath.name("MachinePool spec.template.spec.version", version)));
  }

  /** What people have asked for, whatever was found for it. */
  public Object wording() throws PrerequisiteException {
    return asked == null ? Map.of("default", windows ? windowsImage() : LINUX_IMAGE) : named(asked);
  }

  private String windowsImage() throws PrerequisiteException {
    String runtime = annotations.getOrDefault(AzureMetadataKeys.WINDOWS_RUNTIME, "");
    if (!runtime.isEmpty() && !runtime.equals("containerd")) {
      throw PrerequisiteException.invalid(
          "metadata.annotations[%s] is %s, and there are images with containerd only: remove it"
              .formatted(AzureMetadataKeys.WINDOWS_RUNTIME, Excerpt.of(runtime)));
    }
    String server = annotations.getOrDefault(AzureMetadataKeys.WINDOWS_SERVER_VERSION, "");
    if (server.isEmpty()) {
      return WINDOWS_IMAGE.formatted(WINDOWS_YEAR);
    }
    if (!server.matches("windows-\\d{4}")) {
      throw PrerequisiteException.invalid(
          "metadata.annotations[%s] is %s; write it as windows-2022"
              .formatted(AzureMetadataKeys.WINDOWS_SERVER_VERSION, Excerpt.of(server)));
    }
    return WINDOWS_IMAGE.formatted(server.substring("windows-".length()));
  }

  private Optional<MachineImage> newestOfMarketplace(
      KubernetesVersion kubernetes, QueryCollector queries) throws PrerequisiteException {
    var query =
        new MarketplaceVersionsQuery(
            location,
            "cncf-upstream",
            windows ? "capi-windows" : "capi",
            windows ? "windows-2019-containerd-gen1" : "ubuntu-2204-gen1");
    var answer = queries.resultOf(query, MarketplaceVersionsQuery.MarketplaceVersions.class);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    // 128.1.20230829 is an image of Kubernetes 1.28.1.
    String prefix =
        "%d%d.%d.".formatted(kubernetes.major(), kubernetes.minor(), kubernetes.patch());
    String newest =
        answer.get().versions().stream()
            .filter(each -> each.startsWith(prefix))
            .max(Comparator.naturalOrder())
            .orElseThrow(
                () ->
                    missing(
                        "the marketplace has no image %s/%s of Kubernetes %s in %s: set spec.template.image, or another version"
                            .formatted(query.offer(), query.sku(), Excerpt.of(version), location)));
    return Optional.of(
        MachineImage.ofMarketplace(query.publisher(), query.offer(), query.sku(), newest));
  }

  private static MachineImage named(AzureImage image) throws PrerequisiteException {
    if (image.id() != null) {
      if (!ResourcePath.isOne(image.id())) {
        throw PrerequisiteException.invalid(
            "spec.template.image.id %s is not the resource ID of an image: correct it"
                .formatted(Excerpt.of(image.id())));
      }
      return new MachineImage(Map.of("id", image.id()));
    }
    if (image.marketplace() != null) {
      return named(image.marketplace());
    }
    if (image.computeGallery() != null) {
      return named(image.computeGallery());
    }
    if (image.sharedGallery() != null) {
      return named(image.sharedGallery());
    }
    throw PrerequisiteException.invalid(
        "spec.template.image is empty: set one of id, marketplace, computeGallery and"
            + " sharedGallery, or remove it");
  }

  private static MachineImage named(AzureImage.Marketplace image) {
    var found =
        MachineImage.ofMarketplace(image.publisher(), image.offer(), image.sku(), image.version());
    return image.thirdPartyImage()
        ? found.boughtUnder(image.publisher(), image.offer(), image.sku())
        : found;
  }

  private static String part(String image, String field, String name) throws PrerequisiteException {
    return ResourcePath.name("spec.template.image.%s.%s".formatted(image, field), name);
  }

  private static MachineImage named(AzureImage.ComputeGallery image) throws PrerequisiteException {
    String gallery = part("computeGallery", "gallery", image.gallery());
    String name = part("computeGallery", "name", image.name());
    String version = part("computeGallery", "version", image.version());
    MachineImage found =
        image.subscriptionID() == null || image.resourceGroup() == null
            ? ofCommunity(gallery, name, version)
            : ofGallery(
                part("computeGallery", "subscriptionID", image.subscriptionID()),
                part("computeGallery", "resourceGroup", image.resourceGroup()),
                gallery,
                name,
                version);
    AzureImage.Plan plan = image.plan();
    return plan == null ? found : found.boughtUnder(plan.publisher(), plan.offer(), plan.sku());
  }

  private static MachineImage named(AzureImage.SharedGallery image) throws PrerequisiteException {
    var found =
        ofGallery(
            part("sharedGallery", "subscriptionID", image.subscriptionID()),
            part("sharedGallery", "resourceGroup", image.resourceGroup()),
            part("sharedGallery", "gallery", image.gallery()),
            part("sharedGallery", "name", image.name()),
            part("sharedGallery", "version", image.version()));
    return image.publisher() == null || image.offer() == null || image.sku() == null
        ? found
        : found.boughtUnder(image.publisher(), image.offer(), image.sku());
  }

  private static MachineImage ofCommunity(String gallery, String name, String version) {
    return new MachineImage(
        Map.of(
            "communityGalleryImageId",
            "/CommunityGalleries/%s/Images/%s/Versions/%s".formatted(gallery, name, version)));
  }

  private static MachineImage ofGallery(
      String subscription, String group, String gallery, String name, String version) {
    return new MachineImage(
        Map.of(
            "id",
            "/subscriptions/%s/resourceGroups/%s/providers/Microsoft.Compute/galleries/%s/images/%s/versions/%s"
                .formatted(subscription, group, gallery, name, version)));
  }

  private static PrerequisiteException missing(String message) {
    return PrerequisiteException.needsUserAction(AzureReasons.IMAGE_NOT_FOUND, message);
  }
}
