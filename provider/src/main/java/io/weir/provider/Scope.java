package io.weir.provider;

/**
 * What one observer, one set of rate limits and one session belong to.
 *
 * @param cloud the cloud, for example {@code aws}
 * @param identity who asks; never a secret, for example {@code
 *     AWSClusterControllerIdentity/default}
 * @param region where
 */
public record Scope(String cloud, String identity, String region) {

  /** The form that is written down on a pool. */
  public String text() {
    return cloud + ":" + identity + ":" + region;
  }

  /**
   * Reads {@link #text()}.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  public static Scope parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("not a scope, cloud:identity:region is: " + text);
    }
    return new Scope(parts[0], parts[1], parts[2]);
  }

  @Override
  public String toString() {
    return text();
  }
}
