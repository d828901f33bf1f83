package io.weir.manager.cloud;

import io.weir.api.retry.BackOff;
import io.weir.engine.pace.Pace;
import io.weir.provider.ErrorRule;
import io.weir.provider.ProviderException;
import io.weir.provider.Scope;
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
final class FailedLooks {

  private static final Logger LOG = LoggerFactory.getLogger(FailedLooks.class);

  /** Fewer than these may be an accident. */
  private static final int OF_PEOPLE = 2;

  private static final int OF_THE_CLOUD = 3;

  /** So many pauses between looks at everything may pass before what does not end is told. */
  private static final int IDLE_PAUSES = 3;

  private final Scope scope;
  private final Pace pace;
  private final RandomGenerator random;

  private int inARow;
  private Instant since = Instant.MIN;
  private @Nullable ProviderException last;
  private @Nullable ProviderException told;

  FailedLooks(Scope scope, Pace pace, RandomGenerator random) {
    this.scope = scope;
    this.pace = pace;
    this.random = random;
  }

  /**
   * A look failed.
   *
   * @return whether there is something new to tell
   */
  boolean failed(ProviderException error, Instant now) {
    boolean repeated = last != null && words(last).equals(words(error));
    since = inARow == 0 ? now : since;
    inARow++;
    last = error;
    if (!news(error, repeated, now)) {
      return false;
    }
    told = error;
    LOG.warn("cannot observe {}: {}; changes there go unnoticed meanwhile", scope, words(error));
    return true;
  }

  /**
   * Two kinds of trouble that take turns are one; words that are another each time are told once.
   */
  private boolean news(ProviderException error, boolean repeated, Instant now) {
    if (told != null) {
      return repeated && !words(told).equals(words(error));
    }
    Instant lasting = since.plus(pace.idle().multipliedBy(IDLE_PAUSES));
    return error.needsPeople()
        ? inARow >= OF_PEOPLE
        : inARow >= OF_THE_CLOUD && !now.isBefore(lasting);
  }

  /**
   * A look succeeded.
   *
   * @return whether that ends what was told
   */
  boolean succeeded() {
    boolean over = told != null;
    if (over) {
      LOG.info("observations of {} succeed again", scope);
    }
    inARow = 0;
    last = null;
    told = null;
    return over;
  }

  /** How long after the last failure no look begins. */
  Duration pause() {
    if (last == null) {
      return Duration.ZERO;
    }
    ErrorRule rule = ErrorRule.of(last);
    if (rule.asked().isPresent()) {
      return rule.asked().get().plus(pace.soon());
    }
    // The second is to tell whether the first was an accident.
    return rule.needsPeople() && inARow >= OF_PEOPLE
        ? rule.pauses().pause(inARow - 1, random)
        : BackOff.TRANSIENT.pause(inARow, random);
  }

  /** Looks have other credentials: what fails now may again be an accident. */
  void renewed() {
    inARow = 0;
    last = null;
  }

  /** Whether the cloud asked for a pause. */
  boolean throttled() {
    return last().flatMap(error -> ErrorRule.of(error).asked()).isPresent();
  }

  /** Why the last look failed, if it did. */
  Optional<ProviderException> last() {
    return Optional.ofNullable(last);
  }

  /** What people are told, as an error that they must act on; empty if nothing. */
  Optional<ProviderException> told() {
    return Optional.ofNullable(told).map(FailedLooks::forPeople);
  }

  private static ProviderException forPeople(ProviderException error) {
    String message = words(error);
    String until = "; the status stays as last observed until observations succeed again";
    if (error instanceof ProviderException.Denied) {
      return new ProviderException.Denied(message + until, error);
    }
    String remedy =
        error.needsPeople()
            ? ""
            : ", repeatedly: check that the cloud is healthy and reachable from here";
    return new ProviderException.Rejected(message + remedy + until, error);
  }

  private static String words(ProviderException error) {
    return String.valueOf(error.getMessage());
  }
}
