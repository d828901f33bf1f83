package io.weir.provider.oci.account.calls;

import io.weir.provider.CallCredentials;
import io.weir.provider.ProviderException;
import io.weir.provider.oci.account.calls.PrincipalLogin.Issued;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The token of a principal, kept until shortly before it ends. One caller asks for another; who
 * comes meanwhile uses the old one while that is good, and waits otherwise.
 */
final class PrincipalCredentials implements CallCredentials<OciSigner> {

  /** Asks for a token. */
  @FunctionalInterface
  interface TokenSource {

    /**
     * A new token.
     *
     * @throws ProviderException sorted by what the caller can do
     */
    Issued request() throws ProviderException;
  }

  /** Some tokens last no longer than twenty minutes. */
  private static final Duration RENEWED_BEFORE = Duration.ofMinutes(5);

  /** A request may be on its way for so long. */
  private static final Duration GOOD_FOR = Duration.ofMinutes(1);

  private static final Duration BETWEEN_FAILURES = Duration.ofSeconds(15);
  private static final Duration BETWEEN_REPLACEMENTS = Duration.ofMinutes(5);

  private final TokenSource tokens;
  private final Clock clock;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile @Nullable Issued kept;
  private @Nullable ProviderException failure;
  private Instant nextRequest = Instant.MIN;
  private Instant nextReplacement = Instant.MIN;

  PrincipalCredentials(TokenSource tokens, Clock clock) {
    this.tokens = tokens;
    this.clock = clock;
  }

  @Override
  public OciSigner current() throws ProviderException {
    Issued known = kept;
    if (known != null && lasts(known, RENEWED_BEFORE)) {
      return known.signer();
    }
    if (known == null || !lasts(known, GOOD_FOR)) {
      asking.lock();
    } else if (!asking.tryLock()) {
      return known.signer();
    }
    try {
      return renewed();
    } finally {
      asking.unlock();
    }
  }

  private OciSigner renewed() throws ProviderException {
    Issued known = kept;
    if (known != null && lasts(known, RENEWED_BEFORE)) {
      return known.signer();
    }
    ProviderException last = failure;
    if (last == null || !clock.instant().isBefore(nextRequest)) {
      try {
        return request();
      } catch (ProviderException failed) {
        last = failed;
      }
    }
    if (known != null && lasts(known, GOOD_FOR)) {
      return known.signer();
    }
    throw last;
  }

  /** Another token of the same principal is worth a try only now and then. */
  @Override
  public Optional<OciSigner> replacementFor(OciSigner refused) throws ProviderException {
    asking.lock();
    try {
      Issued known = kept;
      if (known != null && known.signer() != refused) {
        return Optional.of(known.signer());
      }
      Instant now = clock.instant();
      if (now.isBefore(nextReplacement)) {
        return Optional.empty();
      }
      nextReplacement = now.plus(BETWEEN_REPLACEMENTS);
      return Optional.of(request());
    } finally {
      asking.unlock();
    }
  }

  private OciSigner request() throws ProviderException {
    try {
      Issued issued = tokens.request();
      kept = issued;
      failure = null;
      return issued.signer();
    } catch (ProviderException failed) {
      failure = failed;
      nextRequest = clock.instant().plus(BETWEEN_FAILURES);
      throw failed;
    }
  }

  private boolean lasts(Issued token, Duration time) {
    return token.expiry().isAfter(clock.instant().plus(time));
  }
}
