package io.weir.controlplane.pki;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/**
 * How a client reaches an API server and who it is there.
 *
 * @param cluster the cluster's name
 * @param server the API server's address
 * @param caPem the certificate that the server's is checked with
 * @param user the name of the entry for the user
 * @param credential the client's certificate and key
 */
public record Kubeconfig(
    String cluster, URI server, String caPem, String user, Credential credential) {

  /** The kubeconfig as YAML, keys included. */
  public String yaml() {
    return """
    apiVersion: v1
    kind: Config
    clusters:
    - name: %1$s
      cluster:
        server: %2$s
        certificate-authority-data: %3$s
    users:
    - name: %4$s
      user:
        client-certificate-data: %5$s
        client-key-data: %6$s
    contexts:
    - name: %1$s
      context:
        cluster: %1$s
        user: %4$s
    current-context: %1$s
    """
        .formatted(
            quoted(cluster),
            quoted(server.toString()),
            base64(caPem),
            quoted(user),
            base64(credential.certificatePem()),
            base64(credential.keyPem()));
  }

  /** Writes it to a file that only its owner may read. */
  public Path write(Path file) throws IOException {
    return Pem.write(file, yaml());
  }

  /** A JSON string is a YAML string, whatever is in it. */
  private static String quoted(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
