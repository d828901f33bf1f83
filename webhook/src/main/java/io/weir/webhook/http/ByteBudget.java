package io.weir.webhook.http;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * How many bytes of requests and answers are in memory at the same time. A quarter is kept for
 * small ones, as most reviews are. Who finds no room is refused, and the largest whose caller is
 * waited for is cut off, so that others find some: an API server sends a request at once. Callers
 * that have sent reviews before lose nothing to others. Safe for concurrent use.
 */
final class ByteBudget {

  /** What takes more is large. */
  private static final long SMALL = 16 * 1024;

  private final long limit;
  private long used;

  /** What those have that were cut off and have not given it back yet. */
  private long leaving;

  private final SequencedSet<Share> waiting = new LinkedHashSet<>();

  ByteBudget(long limit) {
    this.limit = limit;
  }

  /** What one request has of it. */
  final class Share implements AutoCloseable {
    private final boolean known;
    private final Runnable cancel;
    private long bytes;
    private boolean cancelled;

    private Share(boolean known, Runnable cancel) {
      this.known = known;
      this.cancel = cancel;
    }

    /** Takes more. */
    void add(long more) throws BusyException {
      take(this, more);
    }

    /** All that was taken is given back, and this much taken instead. */
    void replace(long other) throws BusyException {
      giveBack(this);
      take(this, other);
    }

    /** From now on it is the caller that is waited for, who may be cut off. */
    void awaitCaller() {
      synchronized (ByteBudget.this) {
        boolean _ = !cancelled && waiting.add(this);
      }
    }

    /** From now on the caller waits, and is not cut off. */
    void stopAwaiting() throws BusyException {
      synchronized (ByteBudget.this) {
        if (cancelled) {
          throw new BusyException("cut off, as others needed the room");
        }
        boolean _ = waiting.remove(this);
      }
    }

    @Override
    public void close() {
      synchronized (ByteBudget.this) {
        boolean _ = waiting.remove(this);
      }
      giveBack(this);
    }
  }

  /**
   * Nothing, to begin with.
   *
   * @param known whether its caller has sent reviews before
   * @param cancel ends its connection
   */
  Share share(boolean known, Runnable cancel) {
    return new Share(known, cancel);
  }

  private void take(Share share, long more) throws BusyException {
    Optional<Share> loser = Optional.empty();
    synchronized (this) {
      long most = share.bytes + more > SMALL ? limit - limit / 4 : limit;
      if (!share.cancelled && used + more > most && used - leaving + more > most) {
        loser = largestBut(share);
        loser.ifPresent(this::cutOff);
      }
      if (!share.cancelled && used + more <= most) {
        used += more;
        share.bytes += more;
        return;
      }
    }
    loser.ifPresent(cut -> cut.cancel.run());
    throw new BusyException("too many requests are in memory; try again");
  }

  private void cutOff(Share loser) {
    boolean _ = waiting.remove(loser);
    loser.cancelled = true;
    leaving += loser.bytes;
  }

  private synchronized void giveBack(Share share) {
    used -= share.bytes;
    if (share.cancelled) {
      leaving -= share.bytes;
    }
    share.bytes = 0;
  }

  private Optional<Share> largestBut(Share share) {
    List<Share> others =
        waiting.stream().filter(other -> other != share && other.bytes > 0).toList();
    Comparator<Share> bySize = Comparator.comparingLong(other -> other.bytes);
    return others.stream()
        .filter(other -> !other.known)
        .max(bySize)
        .or(() -> share.known ? others.stream().max(bySize) : Optional.empty());
  }
}
