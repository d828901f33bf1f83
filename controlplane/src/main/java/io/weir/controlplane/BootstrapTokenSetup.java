package io.weir.controlplane;

import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.pki.TlsClient;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.security.SecureRandom;
import java.util.List;

/** Makes what nodes need to join: cluster-info, and the rights of bootstrap tokens. */
final class BootstrapTokenSetup {
  private static final SecureRandom RANDOM = new SecureRandom();

  private BootstrapTokenSetup() {}

  /**
   * Has kubeadm do it, as it would on a real cluster, and takes back the token it makes as well.
   */
  static void run(KubeTools kubeTools, TlsClient http, URI server)
      throws IOException, InterruptedException {
    String id = random(6);
    // A configuration, for without one kubeadm asks the internet for the newest version.
    String configuration =
        """
        apiVersion: kubeadm.k8s.io/v1beta4
        kind: InitConfiguration
        bootstrapTokens:
        - token: %s.%s
          ttl: 1h
        ---
        apiVersion: kubeadm.k8s.io/v1beta4
        kind: ClusterConfiguration
        kubernetesVersion: %s
        """
            .formatted(id, random(16), Binaries.kubernetesVersion());
    kubeTools
        .run(
            Binary.KUBEADM,
            configuration,
            List.of(
                "init",
                "phase",
                "bootstrap-token",
                "--skip-token-print",
                "--kubeconfig=" + kubeTools.kubeconfig(),
                "--config=/dev/stdin"))
        .outputOrThrow();
    http.delete(server.resolve("/api/v1/namespaces/kube-system/secrets/bootstrap-token-" + id));
  }

  private static String random(int length) {
    String digits = new BigInteger(length * 5, RANDOM).toString(32);
    return "0".repeat(length - digits.length()) + digits;
  }
}
