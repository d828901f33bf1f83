package io.weir.webhook.certificate;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/**
 * What a replica shows to callers.
 *
 * @param certificate its own
 * @param key the certificate's; never leaves the process
 * @param issuer the one that signed it
 */
public record ServingCertificate(
    X509Certificate certificate, PrivateKey key, X509Certificate issuer) {

  /** When another should take its place: after two thirds of its life. */
  Instant renewalTime() {
    Instant begin = certificate.getNotBefore().toInstant();
    Duration life = Duration.between(begin, certificate.getNotAfter().toInstant());
    return begin.plus(life.multipliedBy(2).dividedBy(3));
  }

  @Override
  public String toString() {
    return "certificate signed by " + issuer.getSubjectX500Principal().getName();
  }
}
