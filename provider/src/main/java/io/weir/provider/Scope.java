package io.weir.provider;

import io.weir.api.ObjectKey;
import java.util.Optional;

/**
 * What one observer, one set of rate limits and one session belong to.
 *
 * @param cloud the cloud, for example {@code aws}
 * @param identity who asks; never a secret, for example {@code
 *     AWSClusterControllerIdentity/default}, or {@code Secret/namespace/name}
 * @param region where
 * @param within the cloud's ID of what all pools of the scope are made inside of, such as a
 *     cluster, where looks go by it; else empty
 */
public record Scope(String cloud, String identity, String region, String within) {

  /** A scope whose pools are made inside of nothing else. */
  public Scope(String cloud, String identity, String region) {
    this(cloud, identity, region, "");
  }

  /**
   * The same account and region, without what pools are made inside of: limits are shared there.
   */
  public Scope around() {
    return new Scope(cloud, identity, region);
  }

  /** The same inside of that. */
  public Scope inside(String id) {
    return new Scope(cloud, identity, region, id);
  }

  /**
   * A scope whose identity is a Secret: only pools of its namespace may use it. The manager watches
   * the Secret; when its data changes, pools and looks that were refused are tried again at once.
   */
  public static Scope ofSecret(String cloud, ObjectKey secret, String region) {
    return new Scope(cloud, "Secret/" + secret.namespace() + "/" + secret.name(), region);
  }

  /** The Secret that the identity is; empty if it is none. */
  public Optional<ObjectKey> secret() {
    String[] parts = identity.split("/", -1);
    return parts.length == 3 && parts[0].equals("Secret")
        ? Optional.of(new ObjectKey(parts[1], parts[2]))
        : Optional.empty();
  }

  /** The namespace of an identity that has one: only its own pools may use it. */
  public Optional<String> identityNamespace() {
    String[] parts = identity.split("/", -1);
    return parts.length == 3 ? Optional.of(parts[1]) : Optional.empty();
  }

  /** The form that is written down on a pool. */
  public String text() {
    String text = cloud + ":" + identity + ":" + region;
    return within.isEmpty() ? text : text + ":" + within;
  }

  /**
   * Reads {@link #text()}.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  public static Scope parse(String text) {
    String[] parts = text.split(":", 4);
    if (parts.length < 3) {
      throw new IllegalArgumentException("not a scope, cloud:identity:region is: " + text);
    }
    return new Scope(parts[0], parts[1], parts[2], parts.length == 4 ? parts[3] : "");
  }

  /** For people: {@code scaleway in fr-par with Secret team/key}. */
  @Override
  public String toString() {
    return cloud + " in " + region + " with " + identity.replaceFirst("/", " ");
  }
}
