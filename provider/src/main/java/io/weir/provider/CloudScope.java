package io.weir.provider;

import io.weir.api.Excerpt;
import io.weir.api.ObjectKey;
import java.util.regex.Pattern;

/**
 * What one observer, one set of rate limits and one session belong to.
 *
 * @param cloud the cloud, for example {@code aws}
 * @param identity whose credentials make the calls
 * @param account the account, project or subscription; empty where the identity decides it
 * @param region where; becomes part of addresses, so it has a pattern
 * @param parentId the cloud's ID of the object that contains all pools of the scope, such as a
 *     cluster, if observations are made per container; else empty
 */
public record CloudScope(
    String cloud, CloudIdentity identity, String account, String region, String parentId) {

  private static final Pattern CLOUD = Pattern.compile("[a-z][a-z0-9]{0,31}");
  private static final Pattern REGION = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9._:-]{0,255}");
  private static final Pattern PARENT = Pattern.compile("[A-Za-z0-9._:/()-]{0,512}");

  /** The scope of pools that are made of API objects only: nothing of them is in a cloud. */
  public static final CloudScope MANAGEMENT_CLUSTER =
      new CloudScope("kubernetes", new CloudIdentity.Ambient(), "management-cluster");

  /**
   * A scope.
   *
   * @throws IllegalArgumentException if a part cannot be one
   */
  public CloudScope {
    require(cloud, "cloud", CLOUD);
    require(region, "region", REGION);
    require(account, "account", ACCOUNT);
    require(parentId, "parent", PARENT);
  }

  /** A scope without account and container. */
  public CloudScope(String cloud, CloudIdentity identity, String region) {
    this(cloud, identity, "", region, "");
  }

  /** A scope whose identity is a Secret. */
  public static CloudScope ofSecret(String cloud, ObjectKey secret, String region) {
    return new CloudScope(cloud, new CloudIdentity.OfSecret(secret), region);
  }

  /** The same account and region without the container: limits are shared there. */
  public CloudScope withoutParent() {
    return new CloudScope(cloud, identity, account, region, "");
  }

  /** The same with the identity as it was granted. */
  public CloudScope withIdentity(CloudIdentity granted) {
    return new CloudScope(cloud, granted, account, region, parentId);
  }

  /** The same scope within this container. */
  public CloudScope withParent(String id) {
    return new CloudScope(cloud, identity, account, region, id);
  }

  private static void require(String value, String what, Pattern pattern) {
    if (!pattern.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "%s is no %s of a cloud".formatted(Excerpt.of(value), what));
    }
  }

  /** For people: {@code scaleway in fr-par with Secret team/key}. */
  @Override
  public String toString() {
    return equals(MANAGEMENT_CLUSTER) ? "the management cluster" : inCloud();
  }

  private String inCloud() {
    return cloud
        + (account.isEmpty() ? "" : " account " + account)
        + " in "
        + region
        + (parentId.isEmpty() ? "" : ", " + parentId + ",")
        + " with "
        + identity.toString().replaceFirst("/", " ");
  }
}
