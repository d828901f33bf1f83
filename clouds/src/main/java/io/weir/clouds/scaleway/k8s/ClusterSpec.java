package io.weir.clouds.scaleway.k8s;

import java.util.List;
import java.util.Optional;

/**
 * A cluster to be.
 *
 * @param name its name; others may have the same
 * @param region where it is
 * @param projectId whose it is
 * @param type {@code kapsule}, {@code kapsule-dedicated-8}, {@code multicloud} and so on
 * @param version its version of Kubernetes, such as {@code 1.35.4}
 * @param url where its API server is
 * @param privateNetworkId its network; empty for none
 * @param tags its tags
 */
public record ClusterSpec(
    String name,
    String region,
    String projectId,
    String type,
    String version,
    String url,
    Optional<String> privateNetworkId,
    List<String> tags) {
  public ClusterSpec {
    tags = List.copyOf(tags);
  }

  /** A Kapsule cluster with a private network. */
  public static ClusterSpec kapsule(String name, String region, String projectId, String version) {
    return new ClusterSpec(
        name,
        region,
        projectId,
        "kapsule",
        version,
        "",
        Optional.of("6b16e762-b5fa-429d-b8e4-4e9446804a7a"),
        List.of());
  }

  /** The same of another type. */
  public ClusterSpec withType(String newType) {
    return new ClusterSpec(name, region, projectId, newType, version, url, privateNetworkId, tags);
  }

  /** The same with its API server elsewhere. */
  public ClusterSpec withUrl(String newUrl) {
    return new ClusterSpec(name, region, projectId, type, version, newUrl, privateNetworkId, tags);
  }

  /** The same without a private network. */
  public ClusterSpec withoutPrivateNetwork() {
    return new ClusterSpec(name, region, projectId, type, version, url, Optional.empty(), tags);
  }

  boolean isMutualized() {
    return type.equals("kapsule") || type.equals("multicloud");
  }
}
