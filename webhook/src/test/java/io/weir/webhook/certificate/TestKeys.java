package io.weir.webhook.certificate;

import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An authority, a server's certificate of it, and clients that trust it. */
public final class TestKeys {

  private final Authority authority = Issuer.authority(Instant.now(), Duration.ofHours(2));
  private final ServingKeys keys = new ServingKeys();

  /** Shows a certificate for the loopback address from now on. */
  public TestKeys() {
    renew();
  }

  /** Shows another certificate from now on. */
  public void renew() {
    keys.show(Issuer.serving(authority, List.of("127.0.0.1"), Instant.now(), Duration.ofHours(1)));
  }

  /** What is shown. */
  public X509Certificate shown() {
    return keys.shown().orElseThrow().certificate();
  }

  /** For the server. */
  public SSLContext server() {
    return keys.context();
  }

  /** For a client. */
  public SSLContext client() throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("authority", authority.certificate());
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
