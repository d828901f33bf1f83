package io.weir.provider.azure.account.calls;

import io.weir.provider.http.JsonHttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whom connections to Azure trust. */
final class TrustedCertificates {

  private TrustedCertificates() {}

  /**
   * A client that trusts the certificates of the setting {@code ca-file}; those of the JVM if there
   * is none.
   *
   * @throws IllegalArgumentException if the file cannot be read
   */
  static HttpClient client(Map<String, String> settings) {
    return Optional.ofNullable(settings.get("ca-file"))
        .map(file -> JsonHttpClient.directClient(trusting(file)))
        .orElseGet(JsonHttpClient::directClient);
  }

  private static SSLContext trusting(String file) {
    try (InputStream pem = Files.newInputStream(Path.of(file))) {
      var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("ca-" + trusted.size(), each);
      }
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException unreadable) {
      throw new IllegalArgumentException(
          "--set azure.ca-file: %s has no certificates; write them as PEM".formatted(file),
          unreadable);
    }
  }
}
