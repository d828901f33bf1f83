package io.weir.provider.azure.account.calls;

import io.weir.provider.CallCredentials;
import io.weir.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The token of a scope, kept until shortly before it expires. Another proof, such as that of a
 * Secret that was changed, has a token of its own at once. One caller asks for a token at a time,
 * and whoever waits has the same answer, so that a broken login is asked once and not by everybody.
 * Nobody waits for the renewal of a token that is still good but the caller that asks for it.
 */
final class ArmCredentials implements CallCredentials<BearerToken> {

  /** Asks for a token. */
  @FunctionalInterface
  interface TokenSource {

    /**
     * A new token.
     *
     * @throws ProviderException sorted by what the caller can do
     */
    IssuedToken request(LoginProof proof) throws ProviderException;
  }

  /** Reads what proves who asks, as it is now. */
  @FunctionalInterface
  interface ProofReader {

    /**
     * The proof.
     *
     * @throws ProviderException if there is none
     */
    LoginProof read() throws ProviderException;
  }

  /** Longer than an outage of the login usually lasts, and no part of a token's life. */
  private static final Duration RENEWED_BEFORE = Duration.ofMinutes(10);

  /** A request may be on its way for so long. */
  private static final Duration GOOD_FOR = Duration.ofMinutes(1);

  private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(30);
  private static final Duration BETWEEN_REPLACEMENTS = Duration.ofMinutes(5);

  private final ProofReader proofs;
  private final TokenSource tokens;
  private final Clock clock;

  /** Requests for a token that have ended: one that ends while a caller waits is the caller's. */
  private final AtomicLong answered = new AtomicLong();

  private @Nullable KeptToken kept;
  private @Nullable FailedLogin failed;
  private Instant nextRenewal = Instant.MIN;
  private Instant nextReplacement = Instant.MIN;

  private record KeptToken(LoginProof proof, BearerToken token, Instant expiry) {}

  private record FailedLogin(LoginProof proof, ProviderException failure) {}

  ArmCredentials(ProofReader proofs, TokenSource tokens, Clock clock) {
    this.proofs = proofs;
    this.tokens = tokens;
    this.clock = clock;
  }

  @Override
  public BearerToken current() throws ProviderException {
    long before = answered.get();
    LoginProof proof = proofs.read();
    KeptToken known;
    synchronized (this) {
      Instant now = clock.instant();
      known = kept;
      if (known == null
          || !known.proof().equals(proof)
          || !known.expiry().isAfter(now.plus(GOOD_FOR))) {
        return request(proof, before);
      }
      boolean due = !known.expiry().isAfter(now.plus(RENEWED_BEFORE));
      if (!due || now.isBefore(nextRenewal)) {
        return known.token();
      }
      nextRenewal = now.plus(BETWEEN_RENEWALS);
    }
    return renew(known);
  }

  /**
   * While the old one is good, a failure only means that it is tried again later, and nobody else
   * waits for the answer.
   */
  private BearerToken renew(KeptToken known) {
    IssuedToken issued;
    try {
      issued = tokens.request(known.proof());
    } catch (ProviderException _) {
      return known.token();
    }
    synchronized (this) {
      if (known.equals(kept)) {
        kept = kept(known.proof(), issued);
      }
    }
    return issued.token();
  }

  private KeptToken kept(LoginProof proof, IssuedToken issued) {
    return new KeptToken(proof, issued.token(), clock.instant().plus(issued.life()));
  }

  @Override
  public Optional<BearerToken> replacementFor(BearerToken refused) throws ProviderException {
    long before = answered.get();
    LoginProof proof = proofs.read();
    synchronized (this) {
      KeptToken known = kept;
      if (known != null && known.proof().equals(proof) && !known.token().equals(refused)) {
        return Optional.of(known.token());
      }
      Instant now = clock.instant();
      boolean same = known != null && known.proof().equals(proof);
      // Of the same identity another token is worth a try only now and then.
      if (same && now.isBefore(nextReplacement)) {
        return Optional.empty();
      }
      nextReplacement = now.plus(BETWEEN_REPLACEMENTS);
      return Optional.of(request(proof, before)).filter(token -> !token.equals(refused));
    }
  }

  private BearerToken request(LoginProof proof, long before) throws ProviderException {
    FailedLogin last = failed;
    if (last != null && last.proof().equals(proof) && answered.get() != before) {
      throw last.failure();
    }
    try {
      IssuedToken issued = tokens.request(proof);
      kept = kept(proof, issued);
      failed = null;
      return issued.token();
    } catch (ProviderException failure) {
      failed = new FailedLogin(proof, failure);
      throw failure;
    } finally {
      answered.incrementAndGet();
    }
  }
}
