package io.weir.provider;

import io.weir.api.ObjectKey;
import java.util.Optional;

/**
 * What one observer, one set of rate limits and one session belong to.
 *
 * @param cloud the cloud, for example {@code aws}
 * @param identity the identity that makes the calls; never a secret, for example {@code
 *     AWSClusterControllerIdentity/default}, or {@code Secret/namespace/name}
 * @param region where
 * @param parentId the cloud's ID of the object that contains all pools of the scope, such as a
 *     cluster, if observations are made per container; else empty
 */
public record CloudScope(String cloud, String identity, String region, String parentId) {

  /** A scope without a container. */
  public CloudScope(String cloud, String identity, String region) {
    this(cloud, identity, region, "");
  }

  /** The same account and region without the container: limits are shared there. */
  public CloudScope withoutParent() {
    return new CloudScope(cloud, identity, region);
  }

  /** The same scope within this container. */
  public CloudScope withParent(String id) {
    return new CloudScope(cloud, identity, region, id);
  }

  /**
   * A scope whose identity is a Secret: only pools of its namespace may use it. The manager watches
   * the Secret; when its data changes, refused pools and observations are retried at once.
   */
  public static CloudScope ofSecret(String cloud, ObjectKey secret, String region) {
    return new CloudScope(cloud, "Secret/" + secret.namespace() + "/" + secret.name(), region);
  }

  /** The Secret that holds the identity; empty if the identity is not a Secret. */
  public Optional<ObjectKey> credentialsSecret() {
    String[] parts = identity.split("/", -1);
    return parts.length == 3 && parts[0].equals("Secret")
        ? Optional.of(new ObjectKey(parts[1], parts[2]))
        : Optional.empty();
  }

  /** The namespace of a namespaced identity: only pools of that namespace may use it. */
  public Optional<String> identityNamespace() {
    String[] parts = identity.split("/", -1);
    return parts.length == 3 ? Optional.of(parts[1]) : Optional.empty();
  }

  /** The form that is recorded on a pool. */
  public String annotationValue() {
    String text = cloud + ":" + identity + ":" + region;
    return parentId.isEmpty() ? text : text + ":" + parentId;
  }

  /**
   * Reads {@link #annotationValue()}.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  public static CloudScope parse(String text) {
    String[] parts = text.split(":", 4);
    if (parts.length < 3) {
      throw new IllegalArgumentException("not a scope, cloud:identity:region is: " + text);
    }
    return new CloudScope(parts[0], parts[1], parts[2], parts.length == 4 ? parts[3] : "");
  }

  /** For people: {@code scaleway in fr-par with Secret team/key}. */
  @Override
  public String toString() {
    return cloud + " in " + region + " with " + identity.replaceFirst("/", " ");
  }
}
