package io.weir.provider.azure.machinepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Excerpt;
import io.weir.api.Json;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The image that new instances boot, in the form of {@code spec.template.image}. */
final class ImageInUse {

  private static final Pattern COMMUNITY =
      Pattern.compile("(?i)/CommunityGalleries/([^/]+)/Images/([^/]+)/Versions/([^/]+)");

  private static final Pattern GALLERY =
      Pattern.compile(
          "(?i)/subscriptions/([^/]+)/resourceGroups/([^/]+)/providers/Microsoft\\.Compute/galleries/([^/]+)/images/([^/]+)/versions/([^/]+)");

  private ImageInUse() {}

  /** That of a set; empty if it has none that the form can name. */
  static Optional<ObjectNode> of(ObservedScaleSet seen) {
    JsonNode reference = seen.image();
    ObjectNode image = Json.MAPPER.createObjectNode();
    Matcher community = COMMUNITY.matcher(text(reference, "communityGalleryImageId"));
    String id = text(reference, "id");
    Matcher gallery = GALLERY.matcher(id);
    if (community.matches()) {
      withPlan(
          names(
              image.putObject("computeGallery"), community, List.of("gallery", "name", "version")),
          seen.plan());
    } else if (gallery.matches()) {
      withPlan(
          names(
              image.putObject("computeGallery"),
              gallery,
              List.of("subscriptionID", "resourceGroup", "gallery", "name", "version")),
          seen.plan());
    } else if (!id.isEmpty()) {
      image.put("id", id);
    } else if (!text(reference, "publisher").isEmpty()) {
      ObjectNode marketplace = image.putObject("marketplace");
      for (String field : List.of("publisher", "offer", "sku", "version")) {
        marketplace.put(field, text(reference, field));
      }
      marketplace.put("thirdPartyImage", seen.plan().isObject());
    }
    return image.isEmpty() ? Optional.empty() : Optional.of(image);
  }

  private static ObjectNode names(ObjectNode into, Matcher found, List<String> fields) {
    for (int i = 0; i < fields.size(); i++) {
      into.put(fields.get(i), found.group(i + 1));
    }
    return into;
  }

  private static void withPlan(ObjectNode gallery, JsonNode plan) {
    if (plan.isObject()) {
      gallery
          .putObject("plan")
          .put("publisher", text(plan, "publisher"))
          .put("offer", text(plan, "product"))
          .put("sku", text(plan, "name"));
    }
  }

  private static String text(JsonNode node, String field) {
    return Excerpt.printable(node.path(field).asText(""));
  }
}
