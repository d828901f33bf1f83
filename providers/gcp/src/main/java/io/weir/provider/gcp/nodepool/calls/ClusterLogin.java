package io.weir.provider.gcp.nodepool.calls;

import io.weir.provider.ClusterCredentials;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.GkeScope;
import io.weir.provider.gcp.account.calls.ClusterTokens.ClusterToken;
import io.weir.provider.gcp.account.calls.GcpSessions.GkeSession;
import io.weir.provider.gcp.nodepool.ApiServer;
import java.time.Duration;

/**
 * Logs in to the API server of a GKE cluster, as {@code gke-gcloud-auth-plugin} does. Unlike other
 * clouds' tokens this one opens more than that cluster, so that it is sent to nobody else: a
 * cluster of any project can be named, whoever made it chooses its private address, and has the
 * cluster sign a certificate for it.
 */
public final class ClusterLogin {

  /** A token that ends while a request is on its way is refused. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private static final String RIGHTS =
      "give the service account of Weir the rights of workload.yaml in the GKE cluster (kubectl"
          + " create clusterrolebinding weir --clusterrole weir-workload --user, with its e-mail"
          + " address), and roles/container.clusterViewer in the project";

  private ClusterLogin() {}

  /**
   * Asks GKE where the cluster is, and Google for a token.
   *
   * @param toPrivateAddresses whether tokens may be sent there
   */
  public static ClusterCredentials credentials(GkeSession session, boolean toPrivateAddresses)
      throws ProviderException {
    ApiServer server = ClusterLookup.server(ClusterLookup.described(session.cluster()));
    if (server.isPrivate() && !toPrivateAddresses) {
      throw refused(server, session.cluster().scope());
    }
    ClusterToken token = session.tokens().issue();
    return new ClusterCredentials(
        server.address().toString(),
        server.caPem(),
        token.value(),
        token.expiry().minus(MARGIN),
        RIGHTS);
  }

  private static ProviderException refused(ApiServer server, GkeScope scope) {
    return new ProviderException.Rejected(
        "GKE cluster %s has the private address %s only, to which no token is sent: let clients in by its name, with gcloud container clusters update %s --location %s --enable-dns-access; or allow such addresses with the manager's option --set gcp.private-endpoints=true, if the manager reaches nobody else there"
            .formatted(
                scope.cluster(), server.address().getHost(), scope.cluster(), scope.location()),
        null);
  }
}
