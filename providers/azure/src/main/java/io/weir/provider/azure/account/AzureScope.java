package io.weir.provider.azure.account;

import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A {@link CloudScope} in Azure's words. Its parts become parts of paths, so each has a pattern.
 *
 * @param environment which cloud
 * @param subscription the id of the subscription, in small letters
 * @param location where scale sets run, such as {@code westeurope}
 * @param resourceGroup what contains them
 */
public record AzureScope(
    AzureEnvironment environment, String subscription, String location, String resourceGroup) {

  static final String CLOUD = "azure";
  private static final Pattern SUBSCRIPTION =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern LOCATION = Pattern.compile("[a-z]{2,20}[a-z0-9]{0,20}");
  private static final Pattern RESOURCE_GROUP =
      Pattern.compile("[A-Za-z0-9_()-]([A-Za-z0-9._()-]{0,88}[A-Za-z0-9_()-])?");

  /** Whether a text is the id of a subscription. */
  static boolean isSubscription(String text) {
    return SUBSCRIPTION.matcher(text).matches();
  }

  /** Whether a text is the name of a location. */
  static boolean isLocation(String text) {
    return LOCATION.matcher(text).matches();
  }

  /** Whether a text is the name of a resource group. */
  static boolean isResourceGroup(String text) {
    return RESOURCE_GROUP.matcher(text).matches();
  }

  /** A location as its name, where people wrote {@code West Europe}. */
  static String locationName(String written) {
    return written.replace(" ", "").toLowerCase(Locale.ROOT);
  }

  /**
   * What is known of a pool's place; the account has the cloud before the subscription, where it is
   * not the public one.
   */
  CloudScope toCloudScope(CloudIdentity identity) {
    String account =
        environment == AzureEnvironment.PUBLIC
            ? subscription
            : environment.word() + ":" + subscription;
    return new CloudScope(CLOUD, identity, account, location, resourceGroup);
  }

  /** Reads {@link #toCloudScope}; empty if it is not of that form. */
  public static Optional<AzureScope> of(CloudScope cloudScope) {
    String[] account = cloudScope.account().split(":", 2);
    Optional<AzureEnvironment> environment =
        account.length == 1
            ? Optional.of(AzureEnvironment.PUBLIC)
            : AzureEnvironment.of(account[0]).filter(each -> each != AzureEnvironment.PUBLIC);
    String subscription = account[account.length - 1];
    return environment
        .filter(_ -> cloudScope.cloud().equals(CLOUD))
        .filter(_ -> isSubscription(subscription))
        .filter(_ -> isLocation(cloudScope.region()))
        .filter(_ -> isResourceGroup(cloudScope.parentId()))
        .map(
            each -> new AzureScope(each, subscription, cloudScope.region(), cloudScope.parentId()));
  }

  /** The path of the subscription. */
  public String subscriptionPath() {
    return "/subscriptions/" + subscription;
  }

  /** The path of the resource group. */
  public String groupPath() {
    return subscriptionPath() + "/resourceGroups/" + resourceGroup;
  }
}
