package io.weir.api.bootstrap;

import io.weir.api.EmptyIfNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * kubeadm's settings for joining a cluster.
 *
 * @param nodeRegistration how the node presents itself
 * @param caCertPath where the cluster's CA is kept on the machine; absent means kubeadm's default
 * @param discovery how the machine finds and trusts the API server
 * @param controlPlane settings of a joining control plane; must be absent for a worker
 * @param skipPhases kubeadm phases to leave out
 * @param patches patches for what kubeadm writes
 * @param timeouts how long kubeadm waits
 */
public record JoinConfiguration(
    NodeRegistration nodeRegistration,
    @Nullable String caCertPath,
    Discovery discovery,
    @Nullable ControlPlane controlPlane,
    List<String> skipPhases,
    @Nullable Patches patches,
    @Nullable Timeouts timeouts) {

  /** Nothing set: token discovery, all of it filled in by the controller. */
  public static final JoinConfiguration EMPTY =
      new JoinConfiguration(
          NodeRegistration.EMPTY, null, Discovery.EMPTY, null, List.of(), null, null);

  public JoinConfiguration {
    nodeRegistration = nodeRegistration == null ? NodeRegistration.EMPTY : nodeRegistration;
    discovery = discovery == null ? Discovery.EMPTY : discovery;
    skipPhases = EmptyIfNull.list(skipPhases);
  }

  /**
   * How the node presents itself.
   *
   * @param name name of the Node; absent means the host name
   * @param criSocket socket of the container runtime; absent lets kubeadm look for it
   * @param taints taints of the Node from the start; null leaves kubeadm's default, empty means
   *     none
   * @param kubeletExtraArgs further flags of the kubelet
   * @param ignorePreflightErrors checks whose errors count as warnings
   * @param imagePullPolicy when kubeadm pulls images; absent means IfNotPresent
   * @param imagePullSerial whether kubeadm pulls one image at a time; absent means yes
   */
  public record NodeRegistration(
      @Nullable String name,
      @Nullable String criSocket,
      @Nullable List<Taint> taints,
      List<Arg> kubeletExtraArgs,
      List<String> ignorePreflightErrors,
      @Nullable String imagePullPolicy,
      @Nullable Boolean imagePullSerial) {

    /** None of it set. */
    public static final NodeRegistration EMPTY =
        new NodeRegistration(null, null, null, List.of(), List.of(), null, null);

    public NodeRegistration {
      taints = taints == null ? null : List.copyOf(taints);
      kubeletExtraArgs = EmptyIfNull.list(kubeletExtraArgs);
      ignorePreflightErrors = EmptyIfNull.list(ignorePreflightErrors);
    }
  }

  /**
   * A taint of a Node.
   *
   * @param key key
   * @param value value; absent for none
   * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
   * @param timeAdded RFC 3339 time at which it was added
   */
  public record Taint(
      String key, @Nullable String value, String effect, @Nullable String timeAdded) {}

  /**
   * A flag.
   *
   * @param name name without the leading dashes
   * @param value value; may be empty
   */
  public record Arg(String name, String value) {}

  /**
   * Settings of a joining control plane.
   *
   * @param localAPIEndpoint where its API server listens
   */
  public record ControlPlane(@Nullable LocalEndpoint localAPIEndpoint) {}

  /**
   * Where an API server listens.
   *
   * @param advertiseAddress address that it tells others
   * @param bindPort TCP port
   */
  public record LocalEndpoint(@Nullable String advertiseAddress, @Nullable Integer bindPort) {}

  /**
   * Patches for what kubeadm writes.
   *
   * @param directory directory on the machine that holds them
   */
  public record Patches(@Nullable String directory) {}

  /**
   * How long kubeadm waits, in seconds; an absent one means kubeadm's default.
   *
   * @param controlPlaneComponentHealthCheckSeconds for a control plane component to be healthy
   * @param kubeletHealthCheckSeconds for the kubelet to be healthy
   * @param kubernetesAPICallSeconds for a call of the Kubernetes API
   * @param etcdAPICallSeconds for a call of etcd
   * @param tlsBootstrapSeconds for the kubelet's TLS bootstrap
   * @param discoverySeconds for the discovery
   */
  public record Timeouts(
      @Nullable Integer controlPlaneComponentHealthCheckSeconds,
      @Nullable Integer kubeletHealthCheckSeconds,
      @Nullable Integer kubernetesAPICallSeconds,
      @Nullable Integer etcdAPICallSeconds,
      @Nullable Integer tlsBootstrapSeconds,
      @Nullable Integer discoverySeconds) {}
}
