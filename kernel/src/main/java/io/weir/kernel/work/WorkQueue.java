package io.weir.kernel.work;

import io.weir.api.retry.Backoff;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keys that are due, each at most once, the longest due of a group first, and that of the group
 * first which has had least lately. A key that is handed out is not handed out again before it is
 * given back; what is added meanwhile makes it due afterwards.
 *
 * <p>A key has one due time: of several requests the earliest wins, so an event supersedes a later
 * timer. Safe for all threads.
 *
 * @param <K> the key; must have equals and hashCode
 */
public final class WorkQueue<K> {

  /** A time at which a key is due; {@code order} keeps keys of one instant in their order. */
  private record Due<K>(long at, long order, Entry<K> entry) {}

  private static final class Entry<K> {
    private final K key;
    private @Nullable Due<K> due;

    /** Since when it is due and waits for its turn; negative if it does not. */
    private long readySince = -1;

    /** With which others it waits, or what its pass under way counts for. */
    private String group = "";

    private boolean running;
    private boolean again;
    private int failures;

    Entry(K key) {
      this.key = key;
    }

    boolean idle() {
      return due == null && readySince < 0 && !running && failures == 0;
    }
  }

  /** A key handed out, with how long it has been due. */
  public record Taken<K>(K key, Duration waited) {}

  private final LongSupplier nanos;
  private final RandomGenerator random;
  private final long origin;
  private final long debounce;
  private final Function<K, String> groupOf;
  private final ShareGroups<Entry<K>> groups;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<K, Entry<K>> entries = new HashMap<>();
  private final TreeSet<Due<K>> dues =
      new TreeSet<>(Comparator.<Due<K>>comparingLong(Due::at).thenComparingLong(Due::order));
  private long orders;
  private long added;
  private long merged;

  /**
   * An empty queue.
   *
   * @param quiet how long an added key waits for more events before it is due
   * @param nanos a clock like {@link System#nanoTime}
   * @param random jitter of the back-off
   */
  public WorkQueue(Duration quiet, LongSupplier nanos, RandomGenerator random) {
    this(quiet, nanos, random, WorkerShares.none());
  }

  /**
   * An empty queue of which each group of keys has a share.
   *
   * @param quiet how long an added key waits for more events before it is due
   * @param nanos a clock like {@link System#nanoTime}
   * @param random jitter of the back-off
   */
  public WorkQueue(
      Duration quiet, LongSupplier nanos, RandomGenerator random, WorkerShares<K> shares) {
    this.groupOf = shares.group();
    this.groups = new ShareGroups<>(shares);
    this.nanos = nanos;
    this.random = random;
    this.origin = nanos.getAsLong();
    this.debounce = quiet.toNanos();
  }

  /** Makes the key due after the quiet time, unless it is due sooner. */
  public void add(K key) {
    lock.lock();
    try {
      added++;
      if (!schedule(entry(key), now() + debounce)) {
        merged++;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Makes the key due after the delay, unless it is due sooner. */
  public void addAfter(K key, Duration delay) {
    lock.lock();
    try {
      schedule(entry(key), now() + delay.toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** Counts a failure of the key and makes it due after the pause for that many in a row. */
  public void retry(K key, Backoff pauses) {
    lock.lock();
    try {
      Entry<K> entry = entry(key);
      entry.failures++;
      schedule(entry, now() + pauses.pause(entry.failures, random).toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** The key succeeded: its next failure is a first one. */
  public void forget(K key) {
    lock.lock();
    try {
      Entry<K> entry = entry(key);
      entry.failures = 0;
      release(entry);
    } finally {
      lock.unlock();
    }
  }

  /** The next key that is due, not handed out and may be; empty if there is none. */
  public Optional<Taken<K>> poll() {
    lock.lock();
    try {
      long now = now();
      while (!dues.isEmpty() && dues.first().at() <= now) {
        fallDue(dues.first(), now);
      }
      return groups.begin(now).map(entry -> handOut(entry, now));
    } finally {
      lock.unlock();
    }
  }

  private void fallDue(Due<K> due, long now) {
    Entry<K> entry = due.entry();
    String group = groupOf.apply(entry.key); // if it fails, nothing has changed
    dues.remove(due);
    entry.due = null;
    if (entry.running) {
      entry.again = true;
    } else {
      entry.readySince = due.at();
      entry.group = group;
      groups.add(group, entry, now);
    }
  }

  private Taken<K> handOut(Entry<K> entry, long now) {
    var taken = new Taken<>(entry.key, Duration.ofNanos(now - entry.readySince));
    entry.readySince = -1;
    entry.running = true;
    return taken;
  }

  /** Waits until a key is due and hands it out; empty if none is for so long. */
  public Optional<Taken<K>> take(Duration limit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = limit.toNanos();
      while (true) {
        Optional<Taken<K>> taken = poll();
        if (taken.isPresent() || left <= 0) {
          return taken;
        }
        long due = dues.isEmpty() ? left : dues.first().at() - now();
        long wait = Math.min(left, due);
        left -= wait - changed.awaitNanos(wait);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives a key back that was handed out. */
  public void done(K key) {
    lock.lock();
    try {
      Entry<K> entry = entry(key);
      entry.running = false;
      groups.end(entry.group, entry, now());
      changed.signal(); // it may be the turn of one that had to wait for it
      if (entry.again) {
        entry.again = false;
        schedule(entry, now());
      }
      release(entry);
    } finally {
      lock.unlock();
    }
  }

  /** Time until the next key is due, zero if one is; empty if none ever will be by itself. */
  public Optional<Duration> nextDue() {
    lock.lock();
    try {
      if (groups.ready() > 0) {
        return Optional.of(Duration.ZERO);
      }
      return dues.isEmpty()
          ? Optional.empty()
          : Optional.of(Duration.ofNanos(Math.max(0, dues.first().at() - now())));
    } finally {
      lock.unlock();
    }
  }

  /** What the queue holds and has seen. */
  public Counts counts() {
    lock.lock();
    try {
      long now = now();
      int due = (int) dues.stream().takeWhile(next -> next.at() <= now).count();
      int running = (int) entries.values().stream().filter(entry -> entry.running).count();
      return new Counts(groups.ready() + due, dues.size() - due, running, added, merged);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A look at a queue.
   *
   * @param ready keys that are due
   * @param waiting keys with a timer
   * @param running keys handed out
   * @param added calls of {@link #add} so far
   * @param merged those that found the key due as soon already
   */
  public record Counts(int ready, int waiting, int running, long added, long merged) {}

  /** Tells whether this made the key due sooner than it was. */
  private boolean schedule(Entry<K> entry, long at) {
    Due<K> old = entry.due;
    if (entry.readySince >= 0) {
      regroup(entry);
      return false;
    }
    if (old != null && old.at() <= at) {
      return false;
    }
    if (old != null) {
      dues.remove(old);
    }
    var due = new Due<>(at, orders++, entry);
    entry.due = due;
    dues.add(due);
    changed.signal();
    return true;
  }

  /** What is told of a key that waits may be what it belongs to: it waits no longer with others. */
  private void regroup(Entry<K> entry) {
    String group = groupOf.apply(entry.key);
    if (!group.equals(entry.group)) {
      groups.move(entry.group, group, entry, now());
      entry.group = group;
      changed.signal();
    }
  }

  private Entry<K> entry(K key) {
    return entries.computeIfAbsent(key, Entry::new);
  }

  private void release(Entry<K> entry) {
    if (entry.idle()) {
      entries.remove(entry.key);
    }
  }

  private long now() {
    return nanos.getAsLong() - origin;
  }
}
