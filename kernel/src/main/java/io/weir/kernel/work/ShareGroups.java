package io.weir.kernel.work;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The keys that are due, by the groups that share the workers: the group that has lately held
 * workers least is next, if its share and that of slow groups leave room. Used under the lock of
 * the queue.
 *
 * @param <E> what stands for a key
 */
final class ShareGroups<E> {

  private static final long BETWEEN_EVICTIONS = Duration.ofMinutes(1).toNanos();

  private final WorkerShares<?> shares;
  private final Map<String, ShareGroup<E>> all = new HashMap<>();

  /** Those with a key that waits; of several that have had the same, the first. */
  private final Set<ShareGroup<E>> waiting = new LinkedHashSet<>();

  /** Those with a key that runs; no more than there are workers. */
  private final Set<ShareGroup<E>> busy = new HashSet<>();

  private int ready;
  private long nextEviction;

  ShareGroups(WorkerShares<?> shares) {
    this.shares = shares;
  }

  /** The key is due. */
  void add(String groupName, E key, long now) {
    if (now >= nextEviction) {
      nextEviction = now + BETWEEN_EVICTIONS;
      all.values().removeIf(group -> group.isForgettable(now));
    }
    ShareGroup<E> group = all.computeIfAbsent(groupName, _ -> new ShareGroup<>(now));
    group.addReady(key);
    waiting.add(group);
    ready++;
  }

  /** A key that waits in one group belongs to another. */
  void move(String from, String to, E key, long now) {
    ShareGroup<E> group = all.get(from);
    if (group != null && group.removeReady(key)) {
      ready--;
      if (!group.hasReady()) {
        waiting.remove(group);
      }
      add(to, key, now);
    }
  }

  /** Hands out the next key; empty if none is due, or each must wait for one that runs. */
  Optional<E> begin(long now) {
    boolean slowFull = slowRunning(now) >= shares.slow();
    Optional<ShareGroup<E>> next =
        least(
            group -> group.running() < shares.perGroup() && !(slowFull && group.isSlow(now)), now);
    if (next.isEmpty() && running() < shares.beyondShare()) {
      next = least(group -> !group.isSlow(now), now);
    }
    return next.map(group -> begin(group, now));
  }

  /** Of the groups that wait and may, the one that has held workers least. */
  private Optional<ShareGroup<E>> least(Predicate<ShareGroup<E>> may, long now) {
    return waiting.stream()
        .filter(may)
        .map(group -> new Held<>(group, group.heldLately(now)))
        .min(Comparator.comparingDouble(Held::lately))
        .map(Held::group);
  }

  private record Held<E>(ShareGroup<E> group, double lately) {}

  private E begin(ShareGroup<E> group, long now) {
    E key = group.begin(now);
    ready--;
    busy.add(group);
    if (!group.hasReady()) {
      waiting.remove(group);
    }
    return key;
  }

  /** A key that was handed out is given back. */
  void end(String groupName, E key, long now) {
    ShareGroup<E> group = all.get(groupName);
    if (group != null) {
      group.end(key, now);
      if (group.running() == 0) {
        busy.remove(group);
      }
    }
  }

  /** Keys that are due. */
  int ready() {
    return ready;
  }

  private int running() {
    return busy.stream().mapToInt(ShareGroup::running).sum();
  }

  private int slowRunning(long now) {
    return busy.stream().filter(group -> group.isSlow(now)).mapToInt(ShareGroup::running).sum();
  }
}
