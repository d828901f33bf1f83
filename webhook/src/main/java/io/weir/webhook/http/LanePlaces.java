package io.weir.webhook.http;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.TimeUnit;

/**
 * Who is being reviewed in a lane, and who waits for that. Callers that have sent reviews before
 * come first, then it is who waits for longest; but every fourth place that becomes free goes to
 * who waits for longest of all, for an API server is a stranger too when it comes first. A caller
 * that is read in its place and is slow is cut off once another waits, but one that is known only
 * for another that is. Safe for concurrent use.
 */
final class LanePlaces {

  /**
   * So long altogether may the server wait for a caller in a place that others wait for; an API
   * server sends a list within a fraction of a second.
   */
  private static final Duration SLOWEST = Duration.ofSeconds(5);

  private static final int FOR_THE_LONGEST_WAITING = 4;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

  /** Who has a place or waits for one. */
  interface Caller {
    /** Whether it has sent reviews before. */
    boolean isKnown();

    /** How long the server has waited for it altogether. */
    Duration kept();

    /** Ends its connection, and with that its review. */
    void cut();
  }

  private final int places;
  private final SequencedSet<Caller> reviewed = new LinkedHashSet<>();
  private final SequencedSet<Caller> waiting = new LinkedHashSet<>();
  private final SequencedSet<Caller> knownWaiting = new LinkedHashSet<>();
  private long given;

  LanePlaces(int places) {
    this.places = places;
  }

  /** Waits for a place; false if there is none for so long. */
  boolean enter(Caller caller, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    boolean known = caller.isKnown();
    join(caller, known);
    try {
      while (!take(caller)) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        slow(known).forEach(Caller::cut);
        await(caller, Math.min(left, BETWEEN_LOOKS.toNanos()));
      }
      return true;
    } finally {
      leave(caller);
    }
  }

  /** Its review is made. */
  synchronized void exit(Caller caller) {
    boolean _ = reviewed.remove(caller);
    notifyAll();
  }

  /** How many wait. */
  synchronized int waiting() {
    return waiting.size();
  }

  private synchronized void join(Caller caller, boolean known) {
    boolean _ = waiting.add(caller);
    if (known) {
      boolean _ = knownWaiting.add(caller);
    }
  }

  private synchronized void leave(Caller caller) {
    boolean _ = waiting.remove(caller);
    boolean _ = knownWaiting.remove(caller);
    notifyAll();
  }

  private synchronized boolean take(Caller caller) {
    if (!isNext(caller)) {
      return false;
    }
    given++;
    return reviewed.add(caller);
  }

  private boolean isNext(Caller caller) {
    boolean anybody = given % FOR_THE_LONGEST_WAITING == FOR_THE_LONGEST_WAITING - 1;
    SequencedSet<Caller> queue = anybody || knownWaiting.isEmpty() ? waiting : knownWaiting;
    return reviewed.size() < places && queue.getFirst().equals(caller);
  }

  private synchronized void await(Caller caller, long nanos) throws InterruptedException {
    if (!isNext(caller)) {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
  }

  private synchronized List<Caller> slow(boolean all) {
    return reviewed.stream()
        .filter(caller -> caller.kept().compareTo(SLOWEST) > 0)
        .filter(caller -> all || !caller.isKnown())
        .toList();
  }
}
