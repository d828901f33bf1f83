package io.weir.clouds.site;

import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceEventDispatcher;
import io.weir.clouds.Journal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A part of a cloud whose resources know of each other: an account in a region, a project, a
 * subscription. Everything in it is guarded by a single lock: {@link #withLock} for calls from
 * outside, {@link #runLater} for what happens by itself.
 */
public class Site {
  private final CloudContext context;
  private final ChronoUnit precision;
  private final IdSequence ids = new IdSequence();
  private final ReentrantLock lock = new ReentrantLock();
  private Runnable observer = () -> {};

  /**
   * An empty one.
   *
   * @param precision in which the cloud stores times
   */
  public Site(CloudContext context, ChronoUnit precision) {
    this.context = context;
    this.precision = precision;
  }

  /** The faults that wait. */
  public final FaultInjector faults() {
    return context.faults();
  }

  /** The journal of the cloud. */
  public final Journal journal() {
    return context.journal();
  }

  /** Where instances report. */
  public final InstanceEventDispatcher events() {
    return context.events();
  }

  /** Where its ids come from. */
  public final IdSequence ids() {
    return ids;
  }

  /** The present, as precise as the cloud stores it. */
  public final Instant now() {
    return context.clock().now().truncatedTo(precision);
  }

  /** The present, unrounded: for the journal, whose times are put in order with those of others. */
  public final Instant exactNow() {
    return context.clock().now();
  }

  /** Runs work under the lock. */
  public final <T> T withLock(Supplier<T> work) {
    lock.lock();
    try {
      return observed(work);
    } finally {
      lock.unlock();
    }
  }

  /** Runs work under the lock after a delay. */
  public final void runLater(Duration delay, Runnable work) {
    context
        .clock()
        .schedule(
            delay,
            () -> {
              boolean _ =
                  withLock(
                      () -> {
                        work.run();
                        return true;
                      });
            });
  }

  /** Has something run under the lock before and after everything else that does. */
  void observe(Runnable newObserver) {
    observer = newObserver;
  }

  private <T> T observed(Supplier<T> work) {
    boolean outermost = lock.getHoldCount() == 1;
    if (!outermost) {
      return work.get();
    }
    observer.run();
    try {
      return work.get();
    } finally {
      observer.run();
    }
  }
}
