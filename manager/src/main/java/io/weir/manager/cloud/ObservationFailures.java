package io.weir.manager.cloud;

import io.weir.api.retry.Backoff;
import io.weir.engine.ratelimit.ObservationIntervals;
import io.weir.provider.CloudScope;
import io.weir.provider.ErrorRule;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a scope that failed in a row: when the next may begin, and whether people are told. One
 * that failed is no news; several are where people must act, and all others once they last.
 */
final class ObservationFailures {

  private static final Logger LOG = LoggerFactory.getLogger(ObservationFailures.class);

  /** Fewer than these may be an accident. */
  private static final int OF_PEOPLE = 2;

  private static final int OF_THE_CLOUD = 3;

  /** So many pauses between looks at everything may pass before what does not end is told. */
  private static final int IDLE_PAUSES = 3;

  private final CloudScope cloudScope;
  private final ObservationIntervals intervals;
  private final RandomGenerator random;

  private int consecutiveFailures;
  private Instant since = Instant.MIN;
  private @Nullable ProviderException last;
  private @Nullable ProviderException reported;

  ObservationFailures(
      CloudScope cloudScope, ObservationIntervals observationIntervals, RandomGenerator random) {
    this.cloudScope = cloudScope;
    this.intervals = observationIntervals;
    this.random = random;
  }

  /**
   * A look failed.
   *
   * @return whether there is something new to tell
   */
  boolean recordFailure(ProviderException error, Instant now) {
    boolean repeated = last != null && words(last).equals(words(error));
    since = consecutiveFailures == 0 ? now : since;
    consecutiveFailures++;
    last = error;
    if (!isReportable(error, repeated, now)) {
      return false;
    }
    reported = error;
    LOG.warn(
        "cannot observe {}: {}; changes there go unnoticed meanwhile", cloudScope, words(error));
    return true;
  }

  /**
   * Two kinds of trouble that take turns are one; words that are another each time are told once.
   */
  private boolean isReportable(ProviderException error, boolean repeated, Instant now) {
    if (reported != null) {
      return repeated && !words(reported).equals(words(error));
    }
    Instant lasting = since.plus(intervals.idle().multipliedBy(IDLE_PAUSES));
    return error.needsUserAction()
        ? consecutiveFailures >= OF_PEOPLE
        : consecutiveFailures >= OF_THE_CLOUD && !now.isBefore(lasting);
  }

  /**
   * A look succeeded.
   *
   * @return whether that ends what was told
   */
  boolean recordSuccess() {
    boolean over = reported != null;
    if (over) {
      LOG.info("observations of {} succeed again", cloudScope);
    }
    consecutiveFailures = 0;
    last = null;
    reported = null;
    return over;
  }

  /** How long after the last failure no look begins. */
  Duration backoff() {
    if (last == null) {
      return Duration.ZERO;
    }
    ErrorRule rule = ErrorRule.of(last);
    if (rule.asked().isPresent()) {
      return rule.asked().get().plus(intervals.soon());
    }
    // The second is to tell whether the first was an accident.
    return rule.needsPeople() && consecutiveFailures >= OF_PEOPLE
        ? rule.pauses().pause(consecutiveFailures - 1, random)
        : Backoff.TRANSIENT.pause(consecutiveFailures, random);
  }

  /** Looks have other credentials: what fails now may again be an accident. */
  void credentialsChanged() {
    consecutiveFailures = 0;
    last = null;
  }

  /** Whether the last look failed. */
  boolean isFailing() {
    return last != null;
  }

  /** Whether the cloud asked for a pause. */
  boolean isThrottled() {
    return lastFailure().flatMap(error -> ErrorRule.of(error).asked()).isPresent();
  }

  /** Why the last look failed, if it did. */
  Optional<ProviderException> lastFailure() {
    return Optional.ofNullable(last);
  }

  /** What people are told, as an error that they must act on; empty if nothing. */
  Optional<ProviderException> reportableFailure() {
    return Optional.ofNullable(reported).map(ObservationFailures::forPeople);
  }

  private static ProviderException forPeople(ProviderException error) {
    String message = words(error);
    String until = "; the status stays as last observed until observations succeed again";
    if (error instanceof ProviderException.Denied) {
      return new ProviderException.Denied(message + until, error);
    }
    String remedy =
        error.needsUserAction()
            ? ""
            : ", repeatedly: check that the cloud is healthy and reachable from here";
    return new ProviderException.Rejected(message + remedy + until, error);
  }

  private static String words(ProviderException error) {
    return String.valueOf(error.getMessage());
  }
}
