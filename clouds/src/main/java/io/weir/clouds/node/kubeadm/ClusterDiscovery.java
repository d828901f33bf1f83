package io.weir.clouds.node.kubeadm;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.host.Host;
import io.weir.clouds.node.kubeadm.JoinConfiguration.FileSource;
import io.weir.clouds.node.kubeadm.JoinConfiguration.TokenSource;
import io.weir.clouds.node.wire.ApiClient;
import io.weir.clouds.node.wire.ApiClientFactory;
import io.weir.clouds.node.wire.ApiException;
import io.weir.clouds.node.wire.ClientIdentity;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.clouds.node.wire.ServerTrust;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * Finds the cluster and proves that it is the right one: cluster-info is read from whoever answers,
 * its signature is checked with the token and its authority with the pinned hashes, and it is read
 * again over verified TLS. What may still come is waited for; what is wrong is not asked for twice.
 */
public final class ClusterDiscovery {
  private static final String CLUSTER_INFO =
      "/api/v1/namespaces/kube-public/configmaps/cluster-info";
  private static final String PROGRAM = "kubeadm";

  private final ApiClientFactory apiClientFactory;
  private final Host host;
  private final FileSystem files;
  private final Duration timeout;
  private final Duration retry;

  /**
   * @param timeout how long to try, unless the configuration says otherwise
   * @param retry the pause between two tries
   */
  public ClusterDiscovery(
      ApiClientFactory apiClientFactory,
      Host host,
      FileSystem files,
      Duration timeout,
      Duration retry) {
    this.apiClientFactory = apiClientFactory;
    this.host = host;
    this.files = files;
    this.timeout = timeout;
    this.retry = retry;
  }

  /** Runs the discovery that the configuration asks for. */
  public ClusterAccess discover(JoinConfiguration configuration)
      throws JoinException, InterruptedException {
    return switch (configuration.source()) {
      case TokenSource source -> byToken(source, configuration);
      case FileSource source -> byFile(source, configuration);
    };
  }

  private ClusterAccess byToken(TokenSource source, JoinConfiguration configuration)
      throws JoinException, InterruptedException {
    PinnedCaHashes pins = PinnedCaHashes.of(source.caCertHashes());
    long deadline = System.nanoTime() + configuration.discoveryTimeout().orElse(timeout).toNanos();
    URI endpoint = endpoint(source.endpoint());
    String first = signedText(endpoint, new ServerTrust.AnyServer(), source.token(), deadline);
    Kubeconfig cluster = parse(first);
    if (!source.caCertHashes().isEmpty()) {
      pins.check(cluster.authorities());
      String second = signedText(endpoint, cluster.trust(), source.token(), deadline);
      if (!second.equals(first)) {
        throw new JoinException(
            JoinFailure.CLUSTER_INFO_CHANGED,
            "the second cluster-info, read over verified TLS, differs from the first");
      }
    }
    host.log(PROGRAM, "cluster-info is signed and valid, will use API server " + cluster.server());
    BootstrapToken login = configuration.tlsBootstrapToken().orElse(source.token());
    return new ClusterAccess(
        cluster.server(), cluster.trust(), new ClientIdentity.Bearer(login.bearerToken()));
  }

  private ClusterAccess byFile(FileSource source, JoinConfiguration configuration)
      throws JoinException {
    String text =
        files
            .read(source.path())
            .orElseThrow(
                () ->
                    new JoinException(
                        JoinFailure.CONFIGURATION, "open " + source.path() + ": no such file"))
            .text();
    Kubeconfig cluster = parse(text);
    ClientIdentity clientIdentity = cluster.identity();
    if (clientIdentity instanceof ClientIdentity.Anonymous) {
      BootstrapToken login =
          configuration
              .tlsBootstrapToken()
              .orElseThrow(
                  () ->
                      new JoinException(
                          JoinFailure.CONFIGURATION,
                          "the discovery file has no credentials that work on this machine, and"
                              + " there is no tlsBootstrapToken"));
      clientIdentity = new ClientIdentity.Bearer(login.bearerToken());
    }
    return new ClusterAccess(cluster.server(), cluster.trust(), clientIdentity);
  }

  /** The text in cluster-info once it carries a signature by this token, which must fit. */
  private String signedText(
      URI endpoint, ServerTrust serverTrust, BootstrapToken token, long deadline)
      throws JoinException, InterruptedException {
    JsonNode data = signedData(endpoint, serverTrust, token, deadline);
    String text = data.path("kubeconfig").asText("");
    if (!DetachedSignature.matches(data.path(signatureKey(token)).asText(""), text, token)) {
      throw new JoinException(
          JoinFailure.SIGNATURE_INVALID,
          "failed to verify the signature of the received cluster-info, can't trust this API"
              + " server");
    }
    return text;
  }

  private JsonNode signedData(
      URI endpoint, ServerTrust serverTrust, BootstrapToken token, long deadline)
      throws JoinException, InterruptedException {
    try (ApiClient client =
        apiClientFactory.newClient(endpoint, serverTrust, new ClientIdentity.Anonymous())) {
      while (true) {
        JoinException trouble;
        try {
          JsonNode data = client.get(CLUSTER_INFO).path("data");
          if (data.has(signatureKey(token))) {
            return data;
          }
          trouble =
              new JoinException(
                  JoinFailure.TOKEN_UNKNOWN,
                  "cluster-info has no signature for token ID \"" + token.id() + "\"");
        } catch (IOException | ApiException e) {
          trouble =
              new JoinException(
                  JoinFailure.API_UNREACHABLE, "failed to request cluster-info: " + e.getMessage());
        }
        if (System.nanoTime() + retry.toNanos() >= deadline) {
          throw trouble;
        }
        host.log(PROGRAM, trouble.getMessage() + ", will try again");
        host.pause(retry);
      }
    }
  }

  private static String signatureKey(BootstrapToken token) {
    return "jws-kubeconfig-" + token.id();
  }

  private static URI endpoint(String hostAndPort) throws JoinException {
    try {
      URI endpoint = URI.create("https://" + hostAndPort);
      if (endpoint.getHost() != null && endpoint.getPort() > 0) {
        return endpoint;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new JoinException(
        JoinFailure.CONFIGURATION, "apiServerEndpoint \"" + hostAndPort + "\" is not host:port");
  }

  private static Kubeconfig parse(String text) throws JoinException {
    try {
      Kubeconfig cluster = Kubeconfig.parse(text);
      cluster.trust();
      return cluster;
    } catch (IllegalArgumentException e) {
      throw new JoinException(
          JoinFailure.CONFIGURATION, "the cluster's kubeconfig is unusable: " + e.getMessage());
    }
  }
}
