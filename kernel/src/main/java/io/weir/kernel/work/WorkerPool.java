package io.weir.kernel.work;

import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.health.Heartbeat;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes keys from the queue when one of a fixed number of permits is free, a thread for each. A
 * pass that waits for long gives its permit to another, as it costs no more than a thread that is
 * parked; but only so many may.
 */
final class WorkerPool {

  private static final Logger LOG = LoggerFactory.getLogger(Controller.class);
  private static final Duration REMINDER = Duration.ofSeconds(30);

  /** Longer than any wait of the dispatcher. */
  private static final Duration STANDSTILL = Duration.ofMinutes(2);

  /** After a fault of ours, so that one that stays does not fill the log. */
  private static final Duration BREATHER = Duration.ofSeconds(1);

  private final String name;
  private final int count;
  private final WorkQueue<ObjectKey> queue;
  private final PassRunner passRunner;
  private final List<ObjectCache> needed;
  private final Semaphore permits;

  /** Passes under way that have a permit, the longest first. */
  private final Set<PermitHold> holds = Collections.synchronizedSet(new LinkedHashSet<>());

  /** How many more passes may give their permit away. */
  private final Semaphore lendable;

  private final ExecutorService threads;
  private final Heartbeat heartbeat;
  private @Nullable Thread dispatcher;

  /**
   * A pool that is not started.
   *
   * @param count passes at once, but for those that wait for long
   * @param lendable how many may wait for long beside them
   */
  WorkerPool(
      String name,
      int count,
      int lendable,
      WorkQueue<ObjectKey> queue,
      PassRunner passRunner,
      List<ObjectCache> needed) {
    this.name = name;
    this.count = count;
    this.queue = queue;
    this.passRunner = passRunner;
    this.needed = List.copyOf(needed);
    this.permits = new Semaphore(count);
    this.lendable = new Semaphore(lendable);
    this.heartbeat = new Heartbeat("controller " + name, STANDSTILL);
    this.threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 1).factory());
  }

  void start() {
    if (dispatcher != null) {
      throw new IllegalStateException("controller " + name + " has already been started");
    }
    dispatcher = Thread.ofVirtual().name(name + "-dispatcher").start(this::dispatch);
  }

  boolean stop(Duration grace) {
    Thread running = dispatcher;
    if (running != null) {
      running.interrupt();
    }
    try {
      if (running != null) {
        running.join();
      }
      threads.shutdown();
      boolean ended = threads.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS);
      threads.shutdownNow();
      return ended;
    } catch (InterruptedException hurried) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** That its dispatcher stands still; empty if it does not, or is not meant to go. */
  Optional<String> standstill() {
    return heartbeat.problem();
  }

  private void dispatch() {
    try {
      awaitNeeded();
      LOG.debug("{} runs {} workers", name, count);
      while (!Thread.currentThread().isInterrupted()) {
        dispatchNext();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      heartbeat.end();
    }
  }

  private void dispatchNext() throws InterruptedException {
    try {
      next();
    } catch (RuntimeException | Error fault) {
      LOG.error("{} could not start a reconciliation", name, fault);
      Thread.sleep(BREATHER);
    }
  }

  private void next() throws InterruptedException {
    heartbeat.beat();
    // First the permit: a key that waits in the queue can still merge with later events.
    while (!permits.tryAcquire(WorkerShares.SLOW.toMillis(), TimeUnit.MILLISECONDS)) {
      heartbeat.beat();
      lendPermits();
    }
    boolean handed = false;
    try {
      Optional<WorkQueue.Taken<ObjectKey>> taken = queue.take(REMINDER);
      if (taken.isPresent()) {
        awaitNeeded();
        startWorker(taken.get());
        handed = true;
      }
    } finally {
      if (!handed) {
        permits.release();
      }
    }
  }

  /** The permit of a pass, which somebody else may have by now. */
  private static final class PermitHold {
    private final long begun = System.nanoTime();
    private boolean lent;
  }

  private void lendPermits() {
    long now = System.nanoTime();
    synchronized (holds) {
      for (PermitHold hold : holds) {
        boolean isLong = now - hold.begun >= WorkerShares.SLOW.toNanos();
        if (isLong && !hold.lent && lendable.tryAcquire()) {
          hold.lent = true;
          permits.release();
        }
      }
    }
  }

  private void giveBack(PermitHold hold) {
    synchronized (holds) {
      holds.remove(hold);
      (hold.lent ? lendable : permits).release();
    }
  }

  private void startWorker(WorkQueue.Taken<ObjectKey> taken) {
    try {
      threads.execute(() -> work(taken));
    } catch (RuntimeException | Error fault) {
      queue.retry(taken.key(), RetryBackoffs.DEFAULT);
      queue.done(taken.key());
      throw fault;
    }
  }

  private void work(WorkQueue.Taken<ObjectKey> taken) {
    var hold = new PermitHold();
    holds.add(hold);
    try {
      passRunner.run(taken);
    } finally {
      giveBack(hold);
    }
  }

  /**
   * Waits while something that passes read is not known, at first or because it has come into
   * doubt: a pass on what may be of long ago does harm, one that comes later does not.
   */
  private void awaitNeeded() throws InterruptedException {
    for (ObjectCache cache : needed) {
      heartbeat.beat();
      while (!cache.awaitSynced(REMINDER)) {
        heartbeat.beat();
        LOG.warn("{} waits for a list of {}", name, cache.kind());
      }
    }
  }
}
