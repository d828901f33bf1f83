package io.weir.clouds.node.wire;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Comparator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS as a client does it. Keeping it keeps its sessions, so that whoever connects through it again
 * needs no full handshake.
 */
final class TlsContext {
  private final SSLContext context;
  private final boolean verifiesName;

  TlsContext(ServerCheck serverCheck, ClientIdentity clientIdentity) {
    try {
      context = SSLContext.getInstance("TLS");
      context.init(keys(clientIdentity), new TrustManager[] {serverCheck.trustManager()}, null);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("cannot use this certificate: " + e.getMessage(), e);
    }
    verifiesName = serverCheck.verifiesName();
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
}
