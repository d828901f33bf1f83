package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ArmCall;
import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ArmList;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.seed.ImageDefinition;
import io.weir.clouds.http.RestResponse;
import java.util.List;

/** The lists of versions of images. */
public final class GalleryOperations {
  private final Subscription subscription;
  private final ImageCatalog images;

  GalleryOperations(Subscription subscription, ImageCatalog images) {
    this.subscription = subscription;
    this.images = images;
  }

  /** Answers a call. */
  public RestResponse communityVersions(ArmCall call) {
    return list(call, image(call, ImageDefinition.Kind.COMMUNITY, ""), "communityGalleries");
  }

  /** Answers a call. */
  public RestResponse galleryVersions(ArmCall call) {
    String scope = call.subscription() + "/" + call.group();
    return list(call, image(call, ImageDefinition.Kind.GALLERY, scope), "galleries");
  }

  /** Answers a call: the marketplace lists without pages, as a bare array. */
  public RestResponse marketplaceVersions(ArmCall call) {
    ImageDefinition image =
        image(call, ImageDefinition.Kind.MARKETPLACE, call.variable("publisher"));
    ArrayNode listed = JsonNodeFactory.instance.arrayNode();
    image.versions().keySet().stream()
        .sorted()
        .forEach(
            version ->
                listed
                    .addObject()
                    .put("location", call.variable("location"))
                    .put("name", version)
                    .put("id", call.request().wire().path() + "/" + version));
    return RestResponse.ok(listed);
  }

  private ImageDefinition image(ArmCall call, ImageDefinition.Kind kind, String scope) {
    return images
        .find(kind, scope, call.variable("gallery"), call.variable("image"))
        .orElseThrow(
            () ->
                ArmErrorException.of(
                    404,
                    "NotFound",
                    "The image '%s' of '%s' was not found."
                        .formatted(call.variable("image"), call.variable("gallery"))));
  }

  private RestResponse list(ArmCall call, ImageDefinition image, String type) {
    return ArmList.of(
        call,
        List.copyOf(image.versions().keySet()),
        version -> version,
        version -> version(call, version, type),
        subscription.pageSize());
  }

  private static ObjectNode version(ArmCall call, String version, String type) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", version).put("id", call.request().wire().path() + "/" + version);
    json.put("type", "Microsoft.Compute/%s/images/versions".formatted(type));
    json.put("location", call.variable("location"));
    json.putObject("properties").put("provisioningState", "Succeeded");
    return json;
  }
}
