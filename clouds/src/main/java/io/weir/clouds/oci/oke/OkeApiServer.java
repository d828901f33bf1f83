package io.weir.clouds.oci.oke;

/**
 * Where the API servers of all clusters are.
 *
 * @param publicEndpoint host and port; empty if clusters have private addresses only
 * @param privateEndpoint host and port
 * @param certificateAuthority by which they are known, PEM in base64
 */
public record OkeApiServer(
    String publicEndpoint, String privateEndpoint, String certificateAuthority) {

  /** One that nobody reaches. */
  static final OkeApiServer UNREACHABLE = new OkeApiServer("192.0.2.1:6443", "10.0.0.2:6443", "");

  /** The address of a kind, as OKE names it; empty if there is none. */
  String address(String kind) {
    return switch (kind) {
      case "PUBLIC_ENDPOINT" -> publicEndpoint;
      case "PRIVATE_ENDPOINT" -> privateEndpoint;
      default -> "";
    };
  }

  /** A kubeconfig that leads there, whose user is a program of Oracle's. */
  String kubeconfig(String address, String cluster) {
    return """
    ---
    apiVersion: v1
    kind: ""
    clusters:
    - name: cluster-demo
      cluster:
        server: https://%s
        certificate-authority-data: %s
    users:
    - name: user-demo
      user:
        exec:
          apiVersion: client.authentication.k8s.io/v1beta1
          command: oci
          args: [ce, cluster, generate-token, --cluster-id, %s]
          env: []
    contexts:
    - name: context-demo
      context:
        cluster: cluster-demo
        user: user-demo
    current-context: context-demo
    """
        .formatted(address, certificateAuthority, cluster);
  }
}
