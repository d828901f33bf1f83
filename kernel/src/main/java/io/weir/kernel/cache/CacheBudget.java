package io.weir.kernel.cache;

import io.weir.api.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The memory that all API servers of others may take together, and each of them. When it is all
 * taken, the namespace whose servers take most must make way: the largest of them is evicted, and
 * whoever asked finds room when that one has given up what it had. So servers of many, or of one,
 * cannot take from those who need less. Safe for concurrent use.
 */
public final class CacheBudget {

  /** How long those that must make way are waited for. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final long total;
  private final long each;
  private final Map<ObjectKey, Holder> holders = new HashMap<>();
  private long used;

  /**
   * Memory for caches.
   *
   * @param total bytes of all together
   * @param each bytes of one Cluster at most
   */
  public CacheBudget(long total, long each) {
    this.total = total;
    this.each = each;
  }

  /** Memory without limit. */
  public static CacheBudget unlimited() {
    return new CacheBudget(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
  }

  /** Why a Cluster has no room. */
  public enum Shortage {
    /** It takes as much as one may. */
    OF_ONE,
    /** All take as much as they may, and no namespace more than its own. */
    OF_ALL
  }

  /** What one Cluster has. */
  private static final class Holder {
    private final ObjectKey cluster;
    private final List<Room> rooms = new ArrayList<>();
    private long used;
    private boolean leaving;

    Holder(ObjectKey cluster) {
      this.cluster = cluster;
    }
  }

  /** What one connection to a Cluster has. */
  public final class Room implements CacheRoom, AutoCloseable {
    private final Holder holder;
    private final Runnable onShortage;
    private long bytes;
    private boolean closed;
    private Optional<Shortage> shortage = Optional.empty();

    private Room(Holder holder, Runnable onShortage) {
      this.holder = holder;
      this.onShortage = onShortage;
    }

    @Override
    public void take(long more) throws NoRoomException {
      if (!CacheBudget.this.take(this, more, PATIENCE)) {
        throw new NoRoomException("there is no memory left for what it sends");
      }
    }

    @Override
    public boolean tryTake(long more) {
      return CacheBudget.this.take(this, more, Duration.ZERO);
    }

    @Override
    public void giveBack(long less) {
      synchronized (CacheBudget.this) {
        if (!closed) {
          add(this, -less);
        }
      }
    }

    /** Why all that was taken is to be given up, by closing this; empty if it is not. */
    public Optional<Shortage> shortage() {
      synchronized (CacheBudget.this) {
        return shortage;
      }
    }

    /** What room was taken for is not in memory any more. */
    @Override
    public void close() {
      synchronized (CacheBudget.this) {
        add(this, -bytes);
        closed = true;
        boolean _ = holder.rooms.remove(this);
        if (holder.rooms.isEmpty()) {
          boolean _ = holders.remove(holder.cluster, holder);
        }
        CacheBudget.this.notifyAll();
      }
    }
  }

  /**
   * Room for one connection, of which there may be several to a Cluster while one follows another.
   *
   * @param onShortage told when there is a {@link Room#shortage}; must be quick, and take no room
   */
  public synchronized Room open(ObjectKey cluster, Runnable onShortage) {
    Holder holder = holders.computeIfAbsent(cluster, Holder::new);
    var room = new Room(holder, onShortage);
    if (holder.leaving) {
      room.shortage = Optional.of(Shortage.OF_ALL);
    }
    holder.rooms.add(room);
    return room;
  }

  private void add(Room room, long bytes) {
    room.bytes += bytes;
    room.holder.used += bytes;
    used += bytes;
  }

  private synchronized boolean take(Room room, long more, Duration patience) {
    long begun = System.nanoTime();
    try {
      while (!room.closed) {
        makeWay(room, more);
        if (room.shortage.isEmpty() && used + more <= total) {
          add(room, more);
          return true;
        }
        long left = patience.minusNanos(System.nanoTime() - begun).toMillis();
        if (room.shortage.isPresent() || left <= 0) {
          return false;
        }
        wait(left); // for others to close theirs
      }
      return true; // whatever it is for is about to go
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Has those give up what they have without whom there is room, if that is not who asks. */
  private void makeWay(Room room, long more) {
    if (room.shortage.isEmpty() && room.holder.used + more > each) {
      evict(room.holder, Shortage.OF_ONE);
    }
    while (room.shortage.isEmpty() && usedByThoseWhoStay() + more > total) {
      evict(largest(room.holder, more), Shortage.OF_ALL);
    }
  }

  private static void evict(Holder holder, Shortage why) {
    holder.leaving = true;
    for (Room room : holder.rooms) {
      room.shortage = Optional.of(why);
      room.onShortage.run();
    }
  }

  private long usedByThoseWhoStay() {
    return stay().mapToLong(holder -> holder.used).sum();
  }

  private Stream<Holder> stay() {
    return holders.values().stream().filter(holder -> !holder.leaving);
  }

  /** The largest of the namespace that has most, once one of them has taken more. */
  private Holder largest(Holder asking, long more) {
    ToLongFunction<Holder> size = holder -> holder.used + (holder == asking ? more : 0);
    Map<String, Long> namespaces =
        stay()
            .collect(
                Collectors.groupingBy(
                    holder -> holder.cluster.namespace(), Collectors.summingLong(size)));
    String most = Collections.max(namespaces.entrySet(), Map.Entry.comparingByValue()).getKey();
    return stay()
        .filter(holder -> holder.cluster.namespace().equals(most))
        .max(Comparator.comparingLong(size))
        .orElseThrow();
  }
}
