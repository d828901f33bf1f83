package io.weir.webhook.certificate;

import java.time.Duration;

/**
 * How long certificates live and how a replacement is paced.
 *
 * @param caLifetime how long an authority is valid
 * @param renewBefore how long before its end the next one is made
 * @param bundlePropagationTime how long API servers may take to heed a new bundle of authorities
 *     that is stored
 * @param switchOverTime how long replicas may take to show a certificate of the next authority
 * @param servingLifetime how long a shown certificate is valid; it is replaced after two thirds of
 *     it
 */
public record CertificateTimes(
    Duration caLifetime,
    Duration renewBefore,
    Duration bundlePropagationTime,
    Duration switchOverTime,
    Duration servingLifetime) {

  /** A year, of which four months are left at the replacement; certificates of 30 days. */
  public static final CertificateTimes DEFAULT =
      new CertificateTimes(
          Duration.ofDays(365),
          Duration.ofDays(120),
          Duration.ofMinutes(2),
          Duration.ofHours(1),
          Duration.ofDays(30));

  public CertificateTimes {
    if (renewBefore.compareTo(caLifetime) >= 0) {
      throw new IllegalArgumentException("a CA must live longer than its replacement takes");
    }
  }
}
