package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.seed.ImageDefinition;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The images that machines boot from. Safe for concurrent use. */
public final class ImageCatalog {
  private static final Pattern COMMUNITY =
      Pattern.compile(
          "/CommunityGalleries/([^/]+)/Images/([^/]+)(?:/Versions/([^/]+))?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern GALLERY =
      Pattern.compile(
          "/subscriptions/([^/]+)/resourceGroups/([^/]+)/providers/Microsoft\\.Compute/galleries/([^/]+)/images/([^/]+)(?:/versions/([^/]+))?",
          Pattern.CASE_INSENSITIVE);

  private final List<ImageDefinition> images;

  /** Those that exist beforehand. */
  public ImageCatalog(List<ImageDefinition> images) {
    this.images = new CopyOnWriteArrayList<>(images);
  }

  /** Adds one. */
  public void publish(ImageDefinition image) {
    images.add(image);
  }

  private record Found(ImageDefinition image, String version) {}

  /** The image definition of these names, if it exists. */
  Optional<ImageDefinition> find(
      ImageDefinition.Kind kind, String scope, String gallery, String name) {
    return images.stream()
        .filter(image -> image.kind() == kind)
        .filter(image -> image.scope().equalsIgnoreCase(scope))
        .filter(image -> image.gallery().equalsIgnoreCase(gallery))
        .filter(image -> image.name().equalsIgnoreCase(name))
        .findFirst();
  }

  /** Refuses a profile whose image does not exist. */
  void require(JsonNode profile) {
    if (found(profile).isEmpty()) {
      throw ArmErrorException.of(
          404,
          "ImageNotFound",
          "The image '%s' was not found or is not available in this location."
              .formatted(describe(profile)));
    }
  }

  /** The image of a profile in one line. */
  String describe(JsonNode profile) {
    JsonNode reference = profile.path("storageProfile").path("imageReference");
    for (String field : List.of("communityGalleryImageId", "id")) {
      if (reference.hasNonNull(field)) {
        return reference.path(field).asText();
      }
    }
    return "%s:%s:%s:%s"
        .formatted(
            reference.path("publisher").asText(),
            reference.path("offer").asText(),
            reference.path("sku").asText(),
            reference.path("version").asText());
  }

  /** The version of Kubernetes in the image of a profile; empty where there is none. */
  String kubernetesVersion(JsonNode profile) {
    return found(profile).map(one -> one.image().versions().get(one.version())).orElse("");
  }

  private Optional<Found> found(JsonNode profile) {
    JsonNode reference = profile.path("storageProfile").path("imageReference");
    if (reference.hasNonNull("communityGalleryImageId")) {
      Matcher id = COMMUNITY.matcher(reference.path("communityGalleryImageId").asText());
      return id.matches()
          ? version(find(ImageDefinition.Kind.COMMUNITY, "", id.group(1), id.group(2)), id.group(3))
          : Optional.empty();
    }
    if (reference.hasNonNull("id")) {
      Matcher id = GALLERY.matcher(reference.path("id").asText());
      return id.matches()
          ? version(
              find(
                  ImageDefinition.Kind.GALLERY,
                  id.group(1) + "/" + id.group(2),
                  id.group(3),
                  id.group(4)),
              id.group(5))
          : Optional.empty();
    }
    return version(
        find(
            ImageDefinition.Kind.MARKETPLACE,
            reference.path("publisher").asText(),
            reference.path("offer").asText(),
            reference.path("sku").asText()),
        reference.path("version").asText());
  }

  private static Optional<Found> version(
      Optional<ImageDefinition> image, @Nullable String version) {
    return image.flatMap(
        one -> {
          boolean latest = version == null || version.equals("latest");
          return one.versions().keySet().stream()
              .filter(each -> latest || each.equals(version))
              .max(String::compareTo)
              .map(each -> new Found(one, each));
        });
  }
}
