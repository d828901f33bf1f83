package io.weir.clouds.aws.eks;

/**
 * A cluster, as far as its node groups need it.
 *
 * @param name unique in its account and region
 * @param version a series such as {@code 1.35}
 * @param endpoint where its API server is, such as {@code https://host:443}
 * @param certificateAuthority that of the API server, PEM in base64
 */
public record EksCluster(
    String name, String version, String endpoint, String certificateAuthority) {

  /** One that nothing joins: its API server is nowhere. */
  public static EksCluster unreachable(String name, String version) {
    return new EksCluster(name, version, "https://" + name + ".eks.invalid", "");
  }
}
