package io.weir.clouds.node.wire;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Presents one client certificate to whoever asks. The JDK's own managers want a key store, which
 * encrypts each key by ten thousand rounds of hashing, and there is one key for each machine.
 */
final class SingleCertificateKeyManager extends X509ExtendedKeyManager {
  private static final String ALIAS = "client";

  private final ClientIdentity.Certificate certificate;

  SingleCertificateKeyManager(ClientIdentity.Certificate certificate) {
    this.certificate = certificate;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    String algorithm = certificate.key().getAlgorithm();
    return Arrays.asList(keyTypes).contains(algorithm) ? ALIAS : null;
  }

  @Override
  public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return certificate.chain().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return certificate.key();
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }
}
