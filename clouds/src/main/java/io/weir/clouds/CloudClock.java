package io.weir.clouds;

import java.time.Duration;
import java.time.Instant;

/**
 * The clock and the alarm of a simulated cloud. Everything that takes time in a cloud (booting,
 * shutting down, pausing before a retry) waits here and nowhere else, so that a test decides how
 * long a minute is.
 */
public interface CloudClock extends AutoCloseable {
  /** The present, as the cloud writes it into its answers. */
  Instant now();

  /** Runs the task once, this much later; tasks run one after another and must not block. */
  void schedule(Duration delay, Runnable task);

  /** Forgets what has not run yet. */
  @Override
  void close();

  /**
   * Time of this machine, with shorter waits.
   *
   * @param speed what a wait is divided by: 1 waits as long as asked, 60 makes a minute a second
   */
  static CloudClock scaled(double speed) {
    return new ScaledClock(speed);
  }

  /** Time that stands still until a test advances it. */
  static ManualClock manual(Instant start) {
    return new ManualClock(start);
  }
}
