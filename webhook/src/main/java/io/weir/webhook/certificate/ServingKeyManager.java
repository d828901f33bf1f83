package io.weir.webhook.certificate;

import java.net.Socket;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Gives each new connection the newest certificate; connections that exist stay as they are. Until
 * there is a certificate, connections fail in their handshake. Safe for concurrent use.
 */
final class ServingKeyManager extends X509ExtendedKeyManager {

  private static final String PREFIX = "serving-";

  /** The newest and the one before, which a handshake may have begun with. */
  private volatile List<Numbered> held = List.of();

  private record Numbered(String alias, ServingCertificate serving) {}

  /** Shows this from the next connection on. */
  synchronized void use(ServingCertificate servingCertificate) {
    int number = held.isEmpty() ? 0 : number(held.getFirst().alias()) + 1;
    var newest = new Numbered(PREFIX + number, servingCertificate);
    held = held.isEmpty() ? List.of(newest) : List.of(newest, held.getFirst());
  }

  /** What new connections get; empty before the first. */
  Optional<ServingCertificate> current() {
    return held.stream().findFirst().map(Numbered::serving);
  }

  /** A context for servers, which asks clients for nothing. */
  SSLContext sslContext() {
    try {
      var context = SSLContext.getInstance("TLS");
      // An empty list: null would load the certificates of all public authorities.
      context.init(new KeyManager[] {this}, new TrustManager[0], null);
      return context;
    } catch (NoSuchAlgorithmException | KeyManagementException missing) {
      throw new IllegalStateException("this Java runtime lacks TLS", missing);
    }
  }

  private static int number(String alias) {
    return Integer.parseInt(alias.substring(PREFIX.length()));
  }

  private Optional<ServingCertificate> of(String alias) {
    return held.stream()
        .filter(one -> one.alias().equals(alias))
        .map(Numbered::serving)
        .findFirst();
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return keyType.equals("EC")
        ? held.stream().findFirst().map(Numbered::alias).orElse(null)
        : null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return chooseEngineServerAlias(keyType, issuers, null);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return of(alias)
        .map(servingCertificate -> new X509Certificate[] {servingCertificate.certificate()})
        .orElse(null);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return of(alias).map(ServingCertificate::key).orElse(null);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }
}
