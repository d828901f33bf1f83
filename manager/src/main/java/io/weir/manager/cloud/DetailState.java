package io.weir.manager.cloud;

import io.weir.provider.DetailNeed;
import io.weir.provider.ErrorRule;
import io.weir.provider.ObservedState;
import io.weir.provider.PerPoolRead;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What is known of one detail of one pool, and when it is read next. */
final class DetailState<O extends ObservedState, V> {

  private final PoolDetail<O, V> detail;

  /** The part of an age by which it differs from other pools. */
  private final double share;

  private DetailNeed need = new DetailNeed.NotNeeded();

  /** When the need arose; null while there is none. */
  private @Nullable Instant neededSince;

  private Optional<V> known = Optional.empty();
  private Instant knownAsOf = Instant.MIN;
  private Optional<String> failure = Optional.empty();
  private int consecutiveFailures;

  /** Readings that began before do not count. */
  private Instant since = Instant.MIN;

  /** Whether a write has made it uncertain and nothing was read since. */
  private boolean doubted;

  private Instant notBefore = Instant.MIN;
  private boolean reading;

  DetailState(PoolDetail<O, V> detail, RandomGenerator random) {
    this.detail = detail;
    this.share = random.nextDouble();
  }

  PoolDetail<O, V> detail() {
    return detail;
  }

  /** The pool was observed like this. */
  void update(O observed, boolean wanted, Instant now) {
    need = detail.need(observed, known, wanted);
    if (need instanceof DetailNeed.NotNeeded) {
      forget();
    } else if (neededSince == null) {
      neededSince = now;
    }
  }

  /** Nobody needs it, or the pool is not there. */
  void forget() {
    neededSince = null;
    known = Optional.empty();
    failure = Optional.empty();
    consecutiveFailures = 0;
    doubted = false;
  }

  /** The state, completed by what is known. */
  O complete(O observed) {
    if (failure.isPresent()) {
      return detail.with(observed, new PerPoolRead.Failed<>(failure.get(), known));
    }
    return detail.with(
        observed,
        known.<PerPoolRead<V>>map(PerPoolRead.Read::new).orElseGet(PerPoolRead.Unread::new));
  }

  /** When it is read next; empty if it is not, or is being read. */
  Optional<Instant> due() {
    Instant needed = neededSince;
    if (reading || needed == null) {
      return Optional.empty();
    }
    Optional<Instant> next = doubted ? Optional.of(since) : dueByAge(needed);
    return next.map(when -> when.isBefore(notBefore) ? notBefore : when);
  }

  private Optional<Instant> dueByAge(Instant needed) {
    if (!(need instanceof DetailNeed.Within(Duration maxAge, DetailNeed.Start start))) {
      return Optional.empty();
    }
    return Optional.of(
        known.isPresent()
            ? knownAsOf.plus(maxAge)
            : switch (start) {
              case DetailNeed.Start.AtOnce _ -> needed;
              case DetailNeed.Start.After(Duration delay) -> needed.plus(delay);
              case DetailNeed.Start.Spread _ ->
                  needed.plusMillis(Math.round(share * (double) maxAge.toMillis()));
            });
  }

  /** Whether it is read before what can wait. */
  boolean isUrgent() {
    return need instanceof DetailNeed.Within within
        && within.start() instanceof DetailNeed.Start.AtOnce;
  }

  /** Takes what a write's answer told; what it has made uncertain is due. */
  void recordWrite(O after, Instant now) {
    since = now;
    Optional<V> told = detail.valueIn(after);
    if (told.equals(known)) {
      return;
    }
    doubted = told.isEmpty();
    known = told;
    knownAsOf = now;
    failure = Optional.empty();
  }

  /** What was known counts no more. */
  void doubt(Instant now) {
    since = now;
    doubted = neededSince != null;
    known = Optional.empty();
    failure = Optional.empty();
  }

  /** Whatever kept it from being read may be over. */
  void retry() {
    notBefore = Instant.MIN;
    consecutiveFailures = 0;
  }

  void begin() {
    reading = true;
  }

  /**
   * A reading that began then has shown this.
   *
   * @return whether that counts
   */
  boolean succeed(V value, Instant begun) {
    reading = false;
    if (neededSince == null || begun.isBefore(since)) {
      return false;
    }
    known = Optional.of(value);
    knownAsOf = begun;
    failure = Optional.empty();
    consecutiveFailures = 0;
    notBefore = Instant.MIN;
    doubted = false;
    return true;
  }

  /**
   * A reading failed.
   *
   * @return whether that counts
   */
  boolean fail(ProviderException error, Instant now, RandomGenerator random) {
    reading = false;
    ErrorRule rule = ErrorRule.of(error);
    consecutiveFailures++;
    notBefore = now.plus(rule.pauses().pause(consecutiveFailures, random));
    if (neededSince == null) {
      return false;
    }
    failure = Optional.of(String.valueOf(error.getMessage()));
    return true;
  }
}
