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

  /**
   * When another should take its place: after two thirds of its life. One that ends with its
   * authority is kept to the end, as another would not outlive it.
   */
  Instant renewalTime() {
    Instant end = certificate.getNotAfter().toInstant();
    if (!end.isBefore(issuer.getNotAfter().toInstant())) {
      return end;
    }
    Instant begin = certificate.getNotBefore().toInstant().plus(CertificateIssuer.BACKDATED);
    return begin.plus(Duration.between(begin, end).multipliedBy(2).dividedBy(3));
  }

  @Override
  public String toString() {
    return "certificate signed by " + issuer.getSubjectX500Principal().getName();
  }
}
