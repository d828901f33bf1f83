package io.weir.kernel.work;

import java.time.Duration;
import java.util.function.Function;

/**
 * How the keys of a queue share its workers, so that those whose passes take long, because a server
 * of others does not answer, do not hold up the rest.
 *
 * @param <K> the key
 * @param group what a key belongs to, such as its Cluster; keys of one group share a part
 * @param perGroup keys of one group that are handed out at once, while others wait or it is slow
 * @param slow keys of all slow groups together that are handed out at once. A group is slow while a
 *     pass of it takes long, and for a while after that
 * @param beyondShare of all keys that are handed out, as many as there may be for a group that is
 *     not slow to get more than its share: the rest is kept for others that come
 */
public record WorkerShares<K>(Function<K, String> group, int perGroup, int slow, int beyondShare) {

  /** A pass that takes longer waits for somebody. */
  static final Duration SLOW = Duration.ofSeconds(3);

  public WorkerShares {
    if (perGroup < 1 || slow < 1) {
      throw new IllegalArgumentException(
          "a share is at least 1, not %d or %d".formatted(perGroup, slow));
    }
  }

  /** All keys belong together and may be handed out as they come. */
  static <K> WorkerShares<K> none() {
    return new WorkerShares<>(_ -> "", Integer.MAX_VALUE, Integer.MAX_VALUE, 0);
  }

  /**
   * A quarter of the workers for each group, three of them where no other waits; half of them for
   * all that are slow.
   */
  static <K> WorkerShares<K> of(Function<K, String> group, int workers) {
    int quarter = Math.max(1, workers / 4);
    return new WorkerShares<>(group, quarter, Math.max(1, workers / 2), workers - quarter);
  }
}
