package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Where the API server of a GKE cluster is, as GKE tells: at its public IP address; else at its
 * name, which leads to a front of Google's, if the cluster lets clients in by that; else at its
 * private IP address.
 *
 * @see <a
 *     href="https://cloud.google.com/kubernetes-engine/docs/concepts/network-isolation">Endpoints
 *     of control planes</a>
 * @param address its URL
 * @param caPem certificates that its own must be signed by; empty for those of everybody, which
 *     that front has
 * @param isPrivate whether whoever made the cluster has chosen the address, which may be somebody
 *     else's in the manager's network
 */
public record ApiServer(URI address, String caPem, boolean isPrivate) {

  private static final int HTTPS = 443;

  /** Its port. */
  public int port() {
    return address.getPort() < 0 ? HTTPS : address.getPort();
  }

  /**
   * That of a cluster; empty if it has no address that its clients may use.
   *
   * @param cluster an answer of GKE
   */
  public static Optional<ApiServer> of(JsonNode cluster) {
    JsonNode endpoints = cluster.path("controlPlaneEndpointsConfig");
    JsonNode byName = endpoints.path("dnsEndpointConfig");
    String name =
        byName.path("allowExternalTraffic").asBoolean() ? byName.path("endpoint").asText("") : "";
    String ip = endpoints.at("/ipEndpointsConfig/publicEndpoint").asText("");
    if (!ip.isEmpty()) {
      return Optional.of(new ApiServer(https(ip), ca(cluster), false));
    }
    return name.isEmpty()
        ? Optional.of(cluster.path("endpoint").asText(""))
            .filter(other -> !other.isEmpty())
            .map(other -> new ApiServer(https(other), ca(cluster), true))
        : Optional.of(new ApiServer(https(name), "", false));
  }

  private static URI https(String host) {
    return URI.create("https://" + host);
  }

  private static String ca(JsonNode cluster) {
    return new String(
        Base64.getMimeDecoder().decode(cluster.at("/masterAuth/clusterCaCertificate").asText("")),
        StandardCharsets.US_ASCII);
  }
}
