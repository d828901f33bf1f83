package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * By which of its addresses the API server of a cluster is reached.
 *
 * @param kind which of them
 * @param address host and port
 */
public record OkeEndpoint(Kind kind, String address) {
  private static final int PORT = 6443;

  /** The addresses of a cluster, as OKE names them. */
  public enum Kind {
    /** For everybody. */
    PUBLIC_ENDPOINT("publicEndpoint"),
    /** In the cluster's network, and what is connected to it. */
    PRIVATE_ENDPOINT("privateEndpoint"),
    /** The only one of clusters whose API server is in no network of the tenancy. */
    LEGACY_KUBERNETES("kubernetes");

    private final String field;

    Kind(String field) {
      this.field = field;
    }
  }

  /**
   * The public address, or the private one where there is no other.
   *
   * @param wire the cluster, as an answer of OKE has it
   * @param privately whether the private address is used also where there is a public one
   * @return empty if OKE tells none
   */
  public static Optional<OkeEndpoint> of(JsonNode wire, boolean privately) {
    List<Kind> order = privately ? List.of(Kind.PRIVATE_ENDPOINT) : List.of(Kind.values());
    return order.stream()
        .map(kind -> new OkeEndpoint(kind, wire.path("endpoints").path(kind.field).asText("")))
        .filter(OkeEndpoint::isAddress)
        .findFirst();
  }

  private boolean isAddress() {
    return address.matches("[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?");
  }

  /** The host of the API server. */
  public String host() {
    return uri().getHost();
  }

  /** Its port. */
  public int port() {
    return uri().getPort() < 0 ? PORT : uri().getPort();
  }

  private URI uri() {
    return URI.create("https://" + address);
  }
}
