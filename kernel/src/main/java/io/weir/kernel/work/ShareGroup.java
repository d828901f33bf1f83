package io.weir.kernel.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys that share a part of the workers: which of them wait, which run, and how long workers have
 * lately been held by them. Times are nanoseconds of the queue's clock; used under its lock.
 *
 * @param <E> what stands for a key
 */
final class ShareGroup<E> {

  /** What was held so long ago counts half. */
  private static final double HALF_LIFE = Duration.ofSeconds(30).toNanos();

  /** A slow pass makes the group slow for so many times its own length. */
  private static final int SLOW_FOR = 10;

  private static final long SLOW_AT_MOST = Duration.ofMinutes(5).toNanos();
  private static final long NEGLIGIBLE = Duration.ofMillis(1).toNanos();

  private final Deque<E> ready = new ArrayDeque<>();

  /** When each pass under way began, the first one first. */
  private final Map<E, Long> running = new LinkedHashMap<>();

  private double held;
  private long heldAt;
  private long slowUntil;

  ShareGroup(long now) {
    this.heldAt = now;
    this.slowUntil = now;
  }

  void addReady(E key) {
    ready.add(key);
  }

  /** It waits elsewhere; false if it did not wait here. */
  boolean removeReady(E key) {
    return ready.remove(key);
  }

  boolean hasReady() {
    return !ready.isEmpty();
  }

  /** Hands out the key that has waited longest. */
  E begin(long now) {
    E key = ready.remove();
    running.put(key, now);
    return key;
  }

  /** The pass of a key that was handed out is over. */
  void end(E key, long now) {
    @Nullable Long begun = running.remove(key);
    if (begun == null) {
      return;
    }
    long took = now - begun;
    held = settled(now) + took;
    heldAt = now;
    if (isLong(took)) {
      slowUntil = Math.max(slowUntil, now + Math.min(SLOW_FOR * took, SLOW_AT_MOST));
    }
  }

  int running() {
    return running.size();
  }

  boolean isSlow(long now) {
    return now < slowUntil || (!running.isEmpty() && isLong(now - firstBegun()));
  }

  /** How long workers were held lately, with those that are held now. */
  double heldLately(long now) {
    double total = settled(now);
    for (long begun : running.values()) {
      total += now - begun;
    }
    return total;
  }

  /** Whether it would be the same if it were made anew. */
  boolean isForgettable(long now) {
    return ready.isEmpty() && running.isEmpty() && now >= slowUntil && settled(now) < NEGLIGIBLE;
  }

  private double settled(long now) {
    return held * Math.pow(0.5, (now - heldAt) / HALF_LIFE);
  }

  private long firstBegun() {
    return running.values().iterator().next();
  }

  private static boolean isLong(long took) {
    return took >= WorkerShares.SLOW.toNanos();
  }
}
