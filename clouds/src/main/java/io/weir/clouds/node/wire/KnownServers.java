package io.weir.clouds.node.wire;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Checks a server's certificate once, however many machines meet it: whether an authority signed it
 * for that name is the same for all of them.
 */
final class KnownServers extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager authorities;
  private volatile @Nullable Server proven;

  /** A server that has proven its name. */
  private record Server(String name, X509Certificate certificate) {}

  KnownServers(X509ExtendedTrustManager authorities) {
    this.authorities = authorities;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    var server = new Server(((SSLSocket) socket).getHandshakeSession().getPeerHost(), chain[0]);
    if (!server.equals(proven)) {
      authorities.checkServerTrusted(chain, type, socket);
      proven = server;
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    authorities.checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    authorities.checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    authorities.checkClientTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    authorities.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    authorities.checkClientTrusted(chain, type, engine);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities.getAcceptedIssuers();
  }
}
