package io.weir.clouds.azure.seed;

import java.util.Map;

/**
 * An image with its versions, in a gallery or on the marketplace.
 *
 * @param kind where it is found
 * @param scope id of the subscription and name of the resource group of a private gallery with a
 *     slash between them; the publisher of a marketplace image; empty for a community gallery
 * @param gallery the gallery, or the offer of a marketplace image
 * @param name the image definition, or the SKU of a marketplace image
 * @param versions the version of Kubernetes in each, such as {@code v1.35.4}, by its own version;
 *     empty where there is none in it
 */
public record ImageDefinition(
    Kind kind, String scope, String gallery, String name, Map<String, String> versions) {
  /** Where images are found. */
  public enum Kind {
    /** A gallery that is open to everybody. */
    COMMUNITY,
    /** A gallery in a resource group. */
    GALLERY,
    /** A publisher's offer. */
    MARKETPLACE
  }

  public ImageDefinition {
    versions = Map.copyOf(versions);
  }
}
