package io.weir.webhook.certificate;

import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An authority, a server's certificate of it, and clients that trust it. */
public final class TestCertificates {

  private final WebhookCa webhookCa = CertificateIssuer.issueCa(Instant.now(), Duration.ofHours(2));
  private final ServingKeyManager keys = new ServingKeyManager();

  /** Shows a certificate for the loopback address from now on. */
  public TestCertificates() {
    renew();
  }

  /** Shows another certificate from now on. */
  public void renew() {
    keys.use(
        CertificateIssuer.issueServing(
            webhookCa, List.of("127.0.0.1"), Instant.now(), Duration.ofHours(1)));
  }

  /** What is shown. */
  public X509Certificate servingCertificate() {
    return keys.current().orElseThrow().certificate();
  }

  /** For the server. */
  public SSLContext serverContext() {
    return keys.sslContext();
  }

  /** What clients trust. */
  public X509Certificate authority() {
    return webhookCa.certificate();
  }

  /** For a client. */
  public SSLContext clientContext() throws Exception {
    return clientContext(authority());
  }

  /** For a client that trusts this authority. */
  public static SSLContext clientContext(X509Certificate authority) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("authority", authority);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
