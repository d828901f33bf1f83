package io.weir.webhook.certificate;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The authorities of a moment: one that signs and, while it is replaced, another to trust. */
public sealed interface Authorities {

  /** The one that signs. */
  Authority signing();

  /** All that is to be trusted. */
  List<X509Certificate> trusted();

  /** What the API server is told to trust: the same text for the same authorities, oldest first. */
  default String bundle() {
    return trusted().stream()
        .sorted(
            Comparator.comparing(X509Certificate::getNotBefore)
                .thenComparing(X509Certificate::getSerialNumber))
        .map(Pem::of)
        .collect(Collectors.joining());
  }

  /** One authority. */
  record Alone(Authority signing) implements Authorities {
    @Override
    public List<X509Certificate> trusted() {
      return List.of(signing.certificate());
    }
  }

  /** The next one is made, and is being made known. */
  record Announced(Authority signing, Authority next) implements Authorities {
    @Override
    public List<X509Certificate> trusted() {
      return List.of(signing.certificate(), next.certificate());
    }
  }

  /** The next one was found in every bundle at this time. */
  record Known(Authority signing, Authority next, Instant since) implements Authorities {
    @Override
    public List<X509Certificate> trusted() {
      return List.of(signing.certificate(), next.certificate());
    }
  }

  /** The next one signs since this time; the last one is trusted for replicas that lag behind. */
  record Switched(Authority signing, X509Certificate last, Instant since) implements Authorities {
    @Override
    public List<X509Certificate> trusted() {
      return Stream.of(last, signing.certificate()).toList();
    }
  }
}
