package io.weir.pass;

import io.weir.provider.CloudScope;
import java.time.Duration;
import java.util.Optional;

/** Keeps steps that end instances from being taken, while others go on. */
public interface TerminationBrake {

  /** None is held back. */
  TerminationBrake NONE =
      new TerminationBrake() {
        @Override
        public Optional<Hold> hold(CloudScope cloudScope, int instances) {
          return Optional.empty();
        }

        @Override
        public void ended(CloudScope cloudScope, int instances) {}
      };

  /**
   * That nothing may be ended now.
   *
   * @param why by what, and how to release it, for people
   * @param retryIn when to ask again, if nobody brings a pass before
   */
  record Hold(String why, Duration retryIn) {}

  /**
   * What holds a step back; empty if it may be taken.
   *
   * @param instances how many it may end, more than 0
   */
  Optional<Hold> hold(CloudScope cloudScope, int instances);

  /** A step was taken, or may have been, that ends so many. */
  void ended(CloudScope cloudScope, int instances);
}
