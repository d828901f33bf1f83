package io.weir.kernel.work;

import io.weir.api.retry.Backoff;
import java.time.Duration;

/** When a key wants its next pass, apart from events, which always bring one. */
public sealed interface Requeue {

  /** Nothing more to do until an event comes. */
  static Requeue done() {
    return new Done();
  }

  /** Another pass after this time, unless an event brings it sooner. */
  static Requeue after(Duration delay) {
    return new After(delay);
  }

  /** It did not work; again with growing pauses, by the controller's back-off. */
  static Requeue backoff(String why) {
    return new DefaultBackoff(why);
  }

  /** It will not work until people act; again with growing pauses between these bounds. */
  static Requeue backoffBetween(String why, Duration first, Duration longest) {
    return new CustomBackoff(why, RetryBackoffs.between(first, longest));
  }

  /** Nothing more to do until an event comes. */
  record Done() implements Requeue {}

  /** Another pass after this time. */
  record After(Duration delay) implements Requeue {}

  /** Growing pauses, by the controller's back-off. */
  record DefaultBackoff(String why) implements Requeue {}

  /** Growing pauses of its own. */
  record CustomBackoff(String why, Backoff pauses) implements Requeue {}
}
