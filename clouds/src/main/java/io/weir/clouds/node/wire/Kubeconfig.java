package io.weir.clouds.node.wire;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The one cluster and the one user that a kubeconfig file selects: those of its current context,
 * or, without one, the cluster with the empty name, as in the file inside cluster-info.
 *
 * @param server the API server's address
 * @param authorities the certificate authorities of the server; empty if the file has none
 * @param identity the user; anonymous if the file has none
 */
public record Kubeconfig(URI server, List<X509Certificate> authorities, ClientIdentity identity) {
  public Kubeconfig {
    authorities = List.copyOf(authorities);
  }

  /**
   * Reads a kubeconfig whose certificates and keys are inline; files and commands that it names are
   * not followed.
   *
   * @throws IllegalArgumentException if the text is not such a kubeconfig
   */
  public static Kubeconfig parse(String text) {
    Map<?, ?> file = map(load(text));
    Map<?, ?> context = named(file, "contexts", "context", string(file, "current-context"));
    Map<?, ?> cluster = named(file, "clusters", "cluster", string(context, "cluster"));
    Map<?, ?> user = named(file, "users", "user", string(context, "user"));
    String server = string(cluster, "server");
    if (server.isEmpty()) {
      throw new IllegalArgumentException("the kubeconfig names no server");
    }
    return new Kubeconfig(
        URI.create(server),
        data(cluster, "certificate-authority-data").map(Pem::certificates).orElse(List.of()),
        identity(user));
  }

  /**
   * A file for who has a token.
   *
   * @param authorities the certificates of the server's authorities, PEM in base64
   */
  public static String withToken(URI server, String authorities, String token) {
    return written(server, authorities, "token: " + token);
  }

  /**
   * The file that {@link #parse} reads as this.
   *
   * @throws IllegalStateException if the user is not one with a certificate
   */
  public String text() {
    if (!(identity instanceof ClientIdentity.Certificate(var chain, var key))) {
      throw new IllegalStateException("only an identity with a certificate is written to a file");
    }
    return written(
        server,
        base64(Pem.of(authorities)),
        "client-certificate-data: %s\n    client-key-data: %s"
            .formatted(base64(Pem.of(chain)), base64(Pem.of(key))));
  }

  private static String written(URI server, String authorities, String credentials) {
    return """
    apiVersion: v1
    kind: Config
    clusters:
    - name: default
      cluster:
        server: %s
        certificate-authority-data: %s
    users:
    - name: default
      user:
        %s
    contexts:
    - name: default
      context:
        cluster: default
        user: default
    current-context: default
    """
        .formatted(server, authorities, credentials);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** The trust that the file asks for. */
  public ServerTrust trust() {
    if (authorities.isEmpty()) {
      throw new IllegalArgumentException("the kubeconfig has no certificate authority");
    }
    return new ServerTrust.Authorities(authorities);
  }

  private static ClientIdentity identity(Map<?, ?> user) {
    Optional<String> certificate = data(user, "client-certificate-data");
    Optional<String> key = data(user, "client-key-data");
    if (certificate.isPresent() && key.isPresent()) {
      PrivateKey privateKey = Pem.privateKey(key.get());
      return new ClientIdentity.Certificate(Pem.certificates(certificate.get()), privateKey);
    }
    String token = string(user, "token");
    return token.isEmpty() ? new ClientIdentity.Anonymous() : new ClientIdentity.Bearer(token);
  }

  private static Object load(String text) {
    try {
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    } catch (YAMLException e) {
      // The parser's message quotes the text, which may hold credentials.
      throw new IllegalArgumentException("the kubeconfig is not YAML");
    }
  }

  private static Map<?, ?> named(Map<?, ?> file, String list, String field, String name) {
    if (file.get(list) instanceof List<?> entries) {
      for (Object entry : entries) {
        if (string(map(entry), "name").equals(name)) {
          return map(map(entry).get(field));
        }
      }
    }
    return Map.of();
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static String string(Map<?, ?> map, String key) {
    return map.get(key) instanceof String text ? text : "";
  }

  private static Optional<String> data(Map<?, ?> map, String key) {
    String text = string(map, key);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(new String(Base64.getMimeDecoder().decode(text), StandardCharsets.US_ASCII));
  }
}
