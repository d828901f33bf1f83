package io.weir.provider.azure.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.List;
import java.util.stream.Stream;

/** How an image is named. */
final class ImageRules {

  private static final List<String> WAYS =
      List.of("id", "marketplace", "sharedGallery", "computeGallery");

  private ImageRules() {}

  static Stream<Violation> check(ObjectField pool) {
    ObjectField image = pool.at("spec", "template", "image");
    if (!image.isSet()) {
      return Stream.empty();
    }
    List<String> used = WAYS.stream().filter(way -> image.at(way).isSet()).toList();
    if (used.size() != 1) {
      String ways = "exactly one of " + String.join(", ", WAYS);
      return Stream.of(
          used.isEmpty()
              ? image.required(
                  "set %s, or remove image for the default of the version".formatted(ways))
              : image.forbidden("%s are set: keep %s".formatted(String.join(" and ", used), ways)));
    }
    return Stream.of(
            id(image.at("id")),
            named(image.at("marketplace"), "publisher", "offer", "sku", "version"),
            named(
                image.at("sharedGallery"),
                "subscriptionID",
                "resourceGroup",
                "gallery",
                "name",
                "version"),
            named(image.at("computeGallery"), "gallery", "name", "version"),
            named(image.at("computeGallery", "plan"), "publisher", "offer", "sku"),
            privateOrCommunity(image.at("computeGallery")))
        .flatMap(violations -> violations);
  }

  private static Stream<Violation> id(ObjectField id) {
    return id.isSet() && !id.isNonEmpty()
        ? Stream.of(id.required("give the resource ID of an image, or remove the field"))
        : Stream.empty();
  }

  private static Stream<Violation> named(ObjectField way, String... parts) {
    return way.isSet()
        ? Stream.of(parts)
            .map(way::at)
            .filter(part -> !part.isNonEmpty())
            .map(part -> part.required("give it: %s needs each of its names".formatted(way.path())))
        : Stream.empty();
  }

  private static Stream<Violation> privateOrCommunity(ObjectField gallery) {
    ObjectField subscription = gallery.at("subscriptionID");
    ObjectField group = gallery.at("resourceGroup");
    if (subscription.isNonEmpty() == group.isNonEmpty()) {
      return Stream.empty();
    }
    ObjectField missing = subscription.isNonEmpty() ? group : subscription;
    ObjectField given = subscription.isNonEmpty() ? subscription : group;
    return Stream.of(
        missing.required(
            "a private gallery needs it beside %s; for a community gallery, remove that"
                .formatted(given.path())));
  }
}
