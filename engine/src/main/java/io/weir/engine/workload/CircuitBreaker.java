package io.weir.engine.workload;

import io.weir.api.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps requests from a server that takes too long to answer them, whatever else it answers. Slow
 * requests use up an allowance of time, which comes back slowly; when it is used up, the circuit
 * opens for a pause. After that one request at a time is tried: a quick answer closes the circuit,
 * a slow one opens it for a longer pause. Safe for all threads.
 */
public final class CircuitBreaker {

  /** Of the time that passes, the part that slow requests may take for good. */
  private static final double REFUND = 0.1;

  private final Settings settings;
  private double used;
  private Instant refundedAt = Instant.MIN;
  private int openings;
  private Optional<Instant> openUntil = Optional.empty();
  private Instant closedAt = Instant.MIN;
  private boolean trying;

  /**
   * When a circuit opens.
   *
   * @param timeout what a request may take at most
   * @param slow what a request takes that counts
   * @param allowance what slow requests may take together before it opens
   * @param pauses how long it stays open, one time after the other
   */
  public record Settings(Duration timeout, Duration slow, Duration allowance, Backoff pauses) {

    /** Five seconds for a request, and for all that take more than one; 5 s to 5 min open. */
    public static final Settings DEFAULT =
        new Settings(
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Backoff.doubling(Duration.ofSeconds(5), Duration.ofMinutes(5)));
  }

  /**
   * A request that may be sent, to be handed in with its end.
   *
   * @param trial whether it is the one that is tried
   */
  public record Attempt(boolean trial) {}

  /** What the end of a request has changed. */
  public enum Change {
    NONE,
    /** It opened, for the first time since it was well. */
    OPENED,
    /** It closed. */
    CLOSED
  }

  /** A closed one. */
  public CircuitBreaker(Settings settings) {
    this.settings = settings;
  }

  /** Whether a request may be sent now; empty if not. */
  public synchronized Optional<Attempt> begin(Instant now) {
    boundPause(now);
    if (openUntil.isEmpty()) {
      return Optional.of(new Attempt(false));
    }
    if (trying || now.isBefore(openUntil.get())) {
      return Optional.empty();
    }
    trying = true;
    return Optional.of(new Attempt(true));
  }

  /**
   * A request has ended.
   *
   * @param answered whether there was an answer, whatever it said
   */
  public synchronized Change end(Attempt attempt, boolean answered, Duration took, Instant now) {
    if (attempt.trial()) {
      trying = false;
    } else if (openUntil.isPresent()) {
      return Change.NONE; // it began before the circuit opened, and proves nothing new
    }
    if (took.compareTo(settings.slow()) < 0) {
      return attempt.trial() && answered ? close(now) : Change.NONE;
    }
    refund(now);
    used += took.toNanos();
    return attempt.trial() || used >= settings.allowance().toNanos()
        ? open(now.minus(took), now)
        : Change.NONE;
  }

  /** When the next request may be tried; empty while all may be sent. */
  public synchronized Optional<Instant> openUntil() {
    return openUntil;
  }

  /** Tries again no later than a pause from now, where the clock was set back. */
  public synchronized void boundPause(Instant now) {
    Instant latest = now.plus(settings.pauses().nominal(Math.max(1, openings)));
    openUntil = openUntil.map(until -> until.isAfter(latest) ? latest : until);
  }

  /**
   * It was well if it had been closed for as long as it was open before, when the request began.
   */
  private Change open(Instant begun, Instant now) {
    boolean wasWell =
        openings == 0
            || (openUntil.isEmpty()
                && !begun.isBefore(closedAt.plus(settings.pauses().nominal(openings))));
    openings = wasWell ? 1 : openings + 1;
    openUntil = Optional.of(now.plus(settings.pauses().nominal(openings)));
    return wasWell ? Change.OPENED : Change.NONE;
  }

  private Change close(Instant now) {
    openUntil = Optional.empty();
    closedAt = now;
    used = 0;
    return Change.CLOSED;
  }

  private void refund(Instant now) {
    if (now.isAfter(refundedAt)) {
      double passed =
          refundedAt.equals(Instant.MIN) ? 0 : Duration.between(refundedAt, now).toNanos();
      used = Math.max(0, used - REFUND * passed);
      refundedAt = now;
    }
  }
}
