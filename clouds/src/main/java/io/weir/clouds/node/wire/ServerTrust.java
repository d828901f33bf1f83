package io.weir.clouds.node.wire;

import java.security.cert.X509Certificate;
import java.util.List;

/** Which servers a client talks to. */
public sealed interface ServerTrust {

  /** Any server: only for the first read of data that is then proven in another way. */
  record AnyServer() implements ServerTrust {}

  /**
   * Servers that prove their name with a certificate of one of these authorities.
   *
   * @param certificates the authorities, at least one
   */
  record Authorities(List<X509Certificate> certificates) implements ServerTrust {
    public Authorities {
      certificates = List.copyOf(certificates);
    }
  }
}
