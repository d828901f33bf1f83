package io.weir.provider.azure.akscluster.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CloudScope;
import io.weir.provider.ClusterCredentials;
import io.weir.provider.KubeconfigServer;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.AksScope;
import io.weir.provider.azure.account.calls.ArmApi;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.account.calls.ArmRequest;
import io.weir.provider.azure.account.calls.AzureSessions;
import io.weir.provider.azure.account.calls.IssuedToken;
import io.weir.provider.azure.akscluster.AksCluster;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;

/**
 * Asks AKS where a cluster is, and Microsoft Entra ID for tokens by which it is entered, as {@code
 * kubelogin} does. Accounts of the cluster's own are those of administrators: none is asked for.
 *
 * @param sessions the connections
 * @param clock the time
 */
public record AksClusterCalls(AzureSessions sessions, Clock clock) {

  /**
   * Whom tokens are for that clusters of AKS take: the same application for all.
   *
   * @see <a href="https://azure.github.io/kubelogin/concepts/aks.html">kubelogin: AKS</a>
   */
  private static final String TOKEN_SCOPE = "6dae42f8-4368-4678-94ff-3960e28e3630/.default";

  private static final String LIST_CREDENTIAL = "ManagedClusters_ListClusterUserCredentials";

  private static final String RIGHTS =
      "bind the identity of Weir, by the object ID of its service principal, to a ClusterRole with"
          + " the rights of workload.yaml";

  /**
   * Looks a cluster up.
   *
   * @throws ProviderException if there is none, or its API server does not answer
   */
  public AksCluster find(CloudScope cloudScope) throws ProviderException {
    AksScope scope = scope(cloudScope);
    ArmClient arm = sessions.clientFor(scope.group());
    JsonNode answer =
        arm.get(ArmRequest.of("ManagedClusters_Get", ArmApi.CONTAINER_SERVICE, path(arm, scope)));
    var cluster = new AksCluster(scope.cluster(), answer);
    if (!cluster.isUsable()) {
      throw new ProviderException.Busy(
          "AKS cluster %s is %s; it can be used once it runs"
              .formatted(scope.cluster(), cluster.state()),
          null);
    }
    return cluster;
  }

  /**
   * Credentials for a cluster.
   *
   * @throws ProviderException.Rejected if it takes no tokens of Microsoft Entra ID
   */
  public ClusterCredentials credentials(CloudScope cloudScope) throws ProviderException {
    AksScope scope = scope(cloudScope);
    if (!find(cloudScope).takesEntraTokens()) {
      throw new ProviderException.Rejected(
          "AKS cluster %s knows no identities of Microsoft Entra ID, and its own accounts are those of administrators: have it know them (az aks update --enable-aad)"
              .formatted(scope.cluster()),
          null);
    }
    KubeconfigServer server = server(scope);
    IssuedToken token = sessions.requestToken(scope.group(), TOKEN_SCOPE);
    return new ClusterCredentials(
        server.url(),
        server.caPem(),
        token.token().value(),
        clock.instant().plus(token.life()),
        RIGHTS);
  }

  /** The kubeconfig of such a cluster has no credentials: it would run a program. */
  private KubeconfigServer server(AksScope scope) throws ProviderException {
    ArmClient arm = sessions.clientFor(scope.group());
    String path = path(arm, scope) + "/listClusterUserCredential";
    JsonNode answer =
        arm.post(
                ArmRequest.of(LIST_CREDENTIAL, ArmApi.CONTAINER_SERVICE, path)
                    .with("format", "exec"),
                null)
            .body();
    String encoded = answer.at("/kubeconfigs/0/value").asText("");
    try {
      byte[] kubeconfig = Base64.getMimeDecoder().decode(encoded);
      return KubeconfigServer.of(LIST_CREDENTIAL, new String(kubeconfig, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      throw new ProviderException.Transient(
          LIST_CREDENTIAL + ": the response is not a kubeconfig", null);
    }
  }

  private static AksScope scope(CloudScope cloudScope) throws ProviderException {
    return AksScope.of(cloudScope)
        .orElseThrow(
            () -> new ProviderException.Denied(cloudScope + " is no cluster of AKS", null));
  }

  private static String path(ArmClient arm, AksScope scope) {
    return arm.scope().groupPath()
        + "/providers/Microsoft.ContainerService/managedClusters/"
        + scope.cluster();
  }
}
