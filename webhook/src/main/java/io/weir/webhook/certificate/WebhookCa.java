package io.weir.webhook.certificate;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;

/**
 * Signs the certificates that webhooks show.
 *
 * @param certificate what the API server is told to trust
 * @param key the certificate's; leaves the process in the shared Secret only
 */
public record WebhookCa(X509Certificate certificate, PrivateKey key) {

  /** When it, and with it all that it signed, stops to be valid. */
  Instant notAfter() {
    return certificate.getNotAfter().toInstant();
  }

  @Override
  public String toString() {
    return certificate.getSubjectX500Principal().getName();
  }
}
