package io.weir.controlplane.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS between those who trust one authority. */
public final class TlsContexts {
  private TlsContexts() {}

  /**
   * That of a client or a server.
   *
   * @param authority what the other side's certificate must be signed by
   * @param credential who this side is
   */
  public static SSLContext of(X509Certificate authority, Credential credential) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("authority", authority);
      var chain = new Certificate[] {credential.certificate()};
      store.setKeyEntry("own", credential.key(), new char[0], chain);
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, new char[0]);
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("cannot prepare TLS", e);
    }
  }
}
