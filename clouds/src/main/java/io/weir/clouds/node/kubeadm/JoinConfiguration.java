package io.weir.clouds.node.kubeadm;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kubeadm JoinConfiguration of a worker, {@code kubeadm.k8s.io/v1beta3} or {@code v1beta4}.
 *
 * @param source how the cluster is found
 * @param tlsBootstrapToken the token to log in with, if it is another than the discovery token
 * @param node how the node registers
 * @param discoveryTimeout how long the cluster may take to be found; empty for the default
 * @param bootstrapTimeout how long the certificate may take; empty for the default
 */
public record JoinConfiguration(
    Source source,
    Optional<BootstrapToken> tlsBootstrapToken,
    NodeRegistration node,
    Optional<Duration> discoveryTimeout,
    Optional<Duration> bootstrapTimeout) {

  /** How the cluster is found. */
  public sealed interface Source {}

  /**
   * By cluster-info, proven with a token.
   *
   * @param token the token that signs cluster-info
   * @param endpoint host and port of the API server
   * @param caCertHashes the pinned authorities, {@code sha256:<hex>} of their public keys
   * @param unsafeSkipCaVerification whether any authority is taken
   */
  public record TokenSource(
      BootstrapToken token,
      String endpoint,
      List<String> caCertHashes,
      boolean unsafeSkipCaVerification)
      implements Source {
    public TokenSource {
      caCertHashes = List.copyOf(caCertHashes);
    }
  }

  /**
   * By a kubeconfig on the machine.
   *
   * @param path where it lies
   */
  public record FileSource(String path) implements Source {}

  /**
   * How the node registers.
   *
   * @param name the Node's name; empty for the machine's own
   * @param taints the taints to register with; none if the file has none
   * @param kubeletArgs arguments of the kubelet by name, without dashes
   * @param criSocket the container runtime's socket; empty for the default
   * @param ignorePreflightErrors the checks to ignore
   */
  public record NodeRegistration(
      String name,
      List<Taint> taints,
      Map<String, String> kubeletArgs,
      String criSocket,
      List<String> ignorePreflightErrors) {
    public NodeRegistration {
      taints = List.copyOf(taints);
      kubeletArgs = Map.copyOf(kubeletArgs);
      ignorePreflightErrors = List.copyOf(ignorePreflightErrors);
    }
  }

  /**
   * A taint.
   *
   * @param key its key
   * @param value its value, empty if none
   * @param effect such as NoSchedule
   */
  public record Taint(String key, String value, String effect) {}
}
