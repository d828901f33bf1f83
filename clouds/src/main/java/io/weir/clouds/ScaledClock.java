package io.weir.clouds;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Only waits are scaled. {@link #now} stays the machine's, because clients compare it with their
 * own clock.
 */
final class ScaledClock implements CloudClock {
  private static final Logger LOG = LoggerFactory.getLogger(ScaledClock.class);

  private final double speed;
  private final ScheduledThreadPoolExecutor alarm;

  ScaledClock(double speed) {
    if (!(speed > 0)) {
      throw new IllegalArgumentException("speed must be above 0: " + speed);
    }
    this.speed = speed;
    alarm =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("cloud-time").factory());
    alarm.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    if (!alarm.isShutdown()) {
      var _ =
          alarm.schedule(() -> run(task), (long) (delay.toNanos() / speed), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    alarm.shutdownNow();
  }

  // A broken task must not take the others with it, nor vanish in a future that nobody reads.
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException failure) {
      LOG.error("a task of the simulated cloud failed", failure);
    }
  }
}
