package io.weir.clouds.node.wire;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * How TLS finds out whether it talks to a server of the right sort.
 *
 * @param trustManager judges the certificate
 * @param verifiesName whether the name in it must be the server's
 */
record ServerCheck(X509ExtendedTrustManager trustManager, boolean verifiesName) {

  /** The check that a trust asks for; building it is worth sharing. */
  static ServerCheck of(ServerTrust serverTrust) {
    return switch (serverTrust) {
      case ServerTrust.AnyServer _ -> new ServerCheck(new Unverified(), false);
      case ServerTrust.Authorities(List<X509Certificate> authorities) ->
          new ServerCheck(new KnownServers(trustManager(authorities)), true);
    };
  }

  private static X509ExtendedTrustManager trustManager(List<X509Certificate> authorities) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("ca" + i, authorities.get(i));
      }
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("cannot use these certificates: " + e.getMessage(), e);
    }
  }

  /** Accepts every server, as kubeadm does for its first look at cluster-info. */
  private static final class Unverified extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
