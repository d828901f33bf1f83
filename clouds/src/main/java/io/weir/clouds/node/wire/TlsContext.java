package io.weir.clouds.node.wire;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS as one client does it. Keeping it keeps its session, so a reconnect needs no full handshake.
 */
final class TlsContext {
  private final SSLContext context;
  private final boolean verifiesName;

  TlsContext(ServerTrust serverTrust, ClientIdentity clientIdentity) {
    try {
      context = SSLContext.getInstance("TLS");
      context.init(keys(clientIdentity), trustManagers(serverTrust), null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException("cannot use these certificates: " + e.getMessage(), e);
    }
    verifiesName = serverTrust instanceof ServerTrust.Authorities;
  }

  /** Speaks TLS over an open connection; the handshake is done when this returns. */
  SSLSocket wrap(Socket plain, String host, int port) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setCipherSuites(cheapestFirst(parameters.getCipherSuites()));
    if (verifiesName) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** Without the optimizing compiler AES takes three times as long as ChaCha20. */
  private static String[] cheapestFirst(String[] suites) {
    String[] ordered = suites.clone();
    Arrays.sort(ordered, Comparator.comparing(suite -> !suite.startsWith("TLS_CHACHA20_")));
    return ordered;
  }

  private static KeyManager @Nullable [] keys(ClientIdentity clientIdentity) {
    return clientIdentity instanceof ClientIdentity.Certificate certificate
        ? new KeyManager[] {new SingleCertificateKeyManager(certificate)}
        : null;
  }

  private static TrustManager[] trustManagers(ServerTrust serverTrust)
      throws GeneralSecurityException, IOException {
    return switch (serverTrust) {
      case ServerTrust.AnyServer _ -> new TrustManager[] {new Unverified()};
      case ServerTrust.Authorities(List<X509Certificate> authorities) -> {
        KeyStore store = emptyStore();
        for (int i = 0; i < authorities.size(); i++) {
          store.setCertificateEntry("ca" + i, authorities.get(i));
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        yield factory.getTrustManagers();
      }
    };
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
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
