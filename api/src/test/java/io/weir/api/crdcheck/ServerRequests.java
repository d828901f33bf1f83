package io.weir.api.crdcheck;

import io.weir.controlplane.ControlPlane;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Requests to an API server with all rights, each without a program of its own. */
final class ServerRequests {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final HttpClient http;
  private final URI server;
  private final String token;

  private ServerRequests(HttpClient http, URI server, String token) {
    this.http = http;
    this.server = server;
    this.token = token;
  }

  static ServerRequests to(ControlPlane controlPlane) throws IOException, InterruptedException {
    controlPlane.apply(
        """
        {"apiVersion": "v1", "kind": "ServiceAccount",
         "metadata": {"namespace": "kube-system", "name": "crd-check"}}
        ---
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
         "metadata": {"name": "crd-check"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
                     "name": "cluster-admin"},
         "subjects": [{"kind": "ServiceAccount", "namespace": "kube-system",
                       "name": "crd-check"}]}
        """);
    String token =
        controlPlane.kubectl("create", "token", "crd-check", "-n", "kube-system").outputOrThrow();
    HttpClient http = HttpClient.newBuilder().sslContext(trusting(controlPlane)).build();
    return new ServerRequests(http, controlPlane.server(), token.strip());
  }

  private static SSLContext trusting(ControlPlane controlPlane) throws IOException {
    try (var pem =
        new ByteArrayInputStream(
            controlPlane.caCertificatePem().getBytes(StandardCharsets.US_ASCII))) {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot prepare TLS", e);
    }
  }

  /** One request; without a body if its type is empty. */
  HttpResponse<String> send(String method, String path, String type, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(server.resolve(path))
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + token)
            .header("Accept", "application/json");
    if (type.isEmpty()) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", type).method(method, BodyPublishers.ofString(body));
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
