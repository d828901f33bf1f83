package io.weir.kernel.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.pki.Credential;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The authority of a {@link MemoryApiServer}, which no other has. */
final class MemoryIdentity {

  private final CertificateAuthority authority = CertificateAuthority.create("memory");
  private final SSLContext tls = context(authority.issueServer("memory"));

  String authorityPem() {
    return authority.ownCredential().certificatePem();
  }

  SSLContext tls() {
    return tls;
  }

  String kubeconfig(URI server, String user, String token) {
    ObjectNode config = Json.MAPPER.createObjectNode();
    config.put("apiVersion", "v1").put("kind", "Config").put("current-context", "memory");
    config
        .putArray("clusters")
        .addObject()
        .put("name", "memory")
        .putObject("cluster")
        .put("server", server.toString())
        .put(
            "certificate-authority-data",
            Base64.getEncoder().encodeToString(authorityPem().getBytes(StandardCharsets.US_ASCII)));
    config.putArray("users").addObject().put("name", user).putObject("user").put("token", token);
    config
        .putArray("contexts")
        .addObject()
        .put("name", "memory")
        .putObject("context")
        .put("cluster", "memory")
        .put("user", user);
    return config.toString();
  }

  private static SSLContext context(Credential server) {
    try {
      // Nothing here is secret; PKCS12 would protect it at great cost.
      var store = KeyStore.getInstance("JKS");
      store.load(null, null);
      var chain = new Certificate[] {server.certificate()};
      store.setKeyEntry("server", server.key(), new char[0], chain);
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, new char[0]);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("cannot prepare TLS", e);
    }
  }
}
