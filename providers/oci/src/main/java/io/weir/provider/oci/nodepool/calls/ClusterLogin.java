package io.weir.provider.oci.nodepool.calls;

import io.weir.provider.ClusterCredentials;
import io.weir.provider.KubeconfigServer;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.calls.OciRealm;
import io.weir.provider.oci.nodepool.OkeEndpoint;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/**
 * Logs in to the API server of an OKE cluster, as {@code oci ce cluster generate-token} does: the
 * token is a signed question about the cluster, which OKE asks in the name of who signed it (<a
 * href="https://docs.oracle.com/en-us/iaas/tools/oci-cli/latest/oci_cli_docs/cmdref/ce/cluster/generate-token.html">command</a>).
 *
 * @param lookup finds the cluster
 * @param clock the time of the signature
 */
public record ClusterLogin(ClusterLookup lookup, Clock clock) {

  /** Oracle accepts a signature whose date is five minutes off; clocks may differ by one. */
  private static final Duration ACCEPTED_FOR = Duration.ofMinutes(4);

  private static final String RIGHTS =
      "let the identity of Weir use clusters (weir permissions oci), and bind its user or a group"
          + " of it, by OCID, to a ClusterRole with the rights of workload.yaml";

  /** Asks OKE where the cluster is, and signs a token for it. */
  public ClusterCredentials credentials() throws ProviderException {
    OkeEndpoint endpoint = lookup.endpoint(lookup.calls().usableCluster());
    KubeconfigServer server = lookup.calls().server(endpoint.kind());
    Instant now = clock.instant();
    return new ClusterCredentials(
        server.url(), server.caPem(), token(now), now.plus(ACCEPTED_FOR), RIGHTS);
  }

  private String token(Instant now) throws ProviderException {
    NodePoolCalls calls = lookup.calls();
    String region = calls.cloudScope().region();
    // OKE asks itself, whatever endpoints the manager uses.
    URI question =
        URI.create(
            "https://containerengine.%s.%s/cluster_request/%s"
                .formatted(region, OciRealm.domain(region), calls.cloudScope().parentId()));
    String signed = calls.client().presign(question, now).toString();
    return Base64.getUrlEncoder().encodeToString(signed.getBytes(StandardCharsets.US_ASCII));
  }
}
