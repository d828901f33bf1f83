package io.weir.webhook.certificate;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The authorities of a moment: one that signs and, while it is replaced, another to trust. */
public sealed interface CaRotationState {

  /** The one that signs. */
  WebhookCa signingCa();

  /** All that is to be trusted. */
  List<X509Certificate> trustedCertificates();

  /** What the API server is told to trust: the same text for the same authorities, oldest first. */
  default String caBundle() {
    return trustedCertificates().stream()
        .sorted(
            Comparator.comparing(X509Certificate::getNotBefore)
                .thenComparing(X509Certificate::getSerialNumber))
        .map(Pem::of)
        .collect(Collectors.joining());
  }

  /** One authority. */
  record Stable(WebhookCa signingCa) implements CaRotationState {
    @Override
    public List<X509Certificate> trustedCertificates() {
      return List.of(signingCa.certificate());
    }
  }

  /** The next one is made, and is being made known. */
  record Announced(WebhookCa signingCa, WebhookCa nextCa) implements CaRotationState {
    @Override
    public List<X509Certificate> trustedCertificates() {
      return List.of(signingCa.certificate(), nextCa.certificate());
    }
  }

  /** The next one was found in every bundle at this time. */
  record Distributed(WebhookCa signingCa, WebhookCa nextCa, Instant since)
      implements CaRotationState {
    @Override
    public List<X509Certificate> trustedCertificates() {
      return List.of(signingCa.certificate(), nextCa.certificate());
    }
  }

  /** The next one signs since this time; the last one is trusted for replicas that lag behind. */
  record Switched(WebhookCa signingCa, X509Certificate previousCa, Instant since)
      implements CaRotationState {
    @Override
    public List<X509Certificate> trustedCertificates() {
      return Stream.of(previousCa, signingCa.certificate()).toList();
    }
  }
}
