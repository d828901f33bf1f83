package io.weir.provider.azure.api;

import org.jspecify.annotations.Nullable;

/**
 * An image; one of the four is set.
 *
 * @param id resource ID of the image
 * @param sharedGallery image of a private gallery, in the form of older manifests
 * @param marketplace image of the marketplace
 * @param computeGallery image of a private or a community gallery
 */
public record AzureImage(
    @Nullable String id,
    @Nullable SharedGallery sharedGallery,
    @Nullable Marketplace marketplace,
    @Nullable ComputeGallery computeGallery) {

  /**
   * Image of a private gallery, in the form of older manifests.
   *
   * @param subscriptionID subscription of the gallery
   * @param resourceGroup resource group of the gallery
   * @param gallery name of the gallery
   * @param name name of the image definition
   * @param version version of the image
   * @param publisher publisher of the purchase plan; with offer and sku, or none of them
   * @param offer offer of the purchase plan
   * @param sku SKU of the purchase plan
   */
  public record SharedGallery(
      String subscriptionID,
      String resourceGroup,
      String gallery,
      String name,
      String version,
      @Nullable String publisher,
      @Nullable String offer,
      @Nullable String sku) {}

  /**
   * Image of the marketplace.
   *
   * @param publisher publisher
   * @param offer offer
   * @param sku SKU
   * @param version version, or {@code latest}
   * @param thirdPartyImage whether it is bought under a plan of the same names
   */
  public record Marketplace(
      String publisher, String offer, String sku, String version, boolean thirdPartyImage) {}

  /**
   * Image of a gallery: private with subscription and resource group, of the community without.
   *
   * @param gallery name of the gallery
   * @param name name of the image definition
   * @param version version of the image
   * @param subscriptionID subscription of a private gallery
   * @param resourceGroup resource group of a private gallery
   * @param plan purchase plan; absent means none
   */
  public record ComputeGallery(
      String gallery,
      String name,
      String version,
      @Nullable String subscriptionID,
      @Nullable String resourceGroup,
      @Nullable Plan plan) {}

  /**
   * What an image is bought under.
   *
   * @param publisher publisher
   * @param offer offer
   * @param sku SKU
   */
  public record Plan(String publisher, String offer, String sku) {}
}
