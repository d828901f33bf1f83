package io.weir.kernel.work;

import io.weir.api.ObjectKey;
import java.time.Duration;

/** Told of every pass, for metrics. Called on the worker; must be quick. */
@FunctionalInterface
public interface PassListener {

  /** Nobody listens. */
  PassListener NONE = (controller, key, outcome, waited, ran) -> {};

  /** How a pass ended. */
  enum Outcome {
    DONE,
    REQUEUED_AFTER,
    BACKED_OFF,
    CONFLICT,
    FAILED
  }

  /**
   * A pass ended.
   *
   * @param waited from when the key was due until a worker took it
   * @param ran the pass itself
   */
  void passEnded(String controller, ObjectKey key, Outcome outcome, Duration waited, Duration ran);
}
