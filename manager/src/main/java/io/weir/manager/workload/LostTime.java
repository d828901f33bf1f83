package io.weir.manager.workload;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long this process stood still though it had work: without a processor, as under a CPU limit,
 * or in a collection. What somebody else's server seems to take then is not that server's doing.
 *
 * <p>Told by a timer that comes late, on a thread like those that wait for answers.
 */
final class LostTime {

  private static final Duration TICK = Duration.ofMillis(50);

  private final AtomicLong lost = new AtomicLong();

  /** That of the process, counted from the first use on. */
  private static final class OfProcess {
    private static final LostTime INSTANCE = started();

    private static LostTime started() {
      var lostTime = new LostTime();
      Thread _ = Thread.ofVirtual().name("lost-time").start(lostTime::count);
      return lostTime;
    }
  }

  /** That of this process. */
  static LostTime ofProcess() {
    return OfProcess.INSTANCE;
  }

  /** All of it since it is counted; never falls. */
  Duration total() {
    return Duration.ofNanos(lost.get());
  }

  /** A tick that was due after {@link #TICK} came after this long. */
  void ticked(Duration after) {
    long late = after.minus(TICK).toNanos();
    if (late > 0) {
      lost.addAndGet(late);
    }
  }

  private void count() {
    try {
      long last = System.nanoTime();
      while (true) {
        Thread.sleep(TICK);
        long now = System.nanoTime();
        ticked(Duration.ofNanos(now - last));
        last = now;
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
