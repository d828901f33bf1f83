package io.weir.clouds.node.wire;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** As whom a request is made. Its text form never shows a secret. */
public sealed interface ClientIdentity {

  /** As nobody: {@code system:anonymous}. */
  record Anonymous() implements ClientIdentity {}

  /**
   * As the owner of a bearer token.
   *
   * @param token the token, a secret
   */
  record Bearer(String token) implements ClientIdentity {
    @Override
    public String toString() {
      return "Bearer[redacted]";
    }
  }

  /**
   * As the subject of a client certificate.
   *
   * @param chain the certificate, then its issuers, if any
   * @param key the certificate's private key
   */
  record Certificate(List<X509Certificate> chain, PrivateKey key) implements ClientIdentity {
    public Certificate {
      chain = List.copyOf(chain);
    }

    @Override
    public String toString() {
      return "Certificate[" + chain.getFirst().getSubjectX500Principal() + "]";
    }
  }
}
