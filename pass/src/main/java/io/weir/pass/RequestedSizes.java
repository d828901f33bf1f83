package io.weir.pass;

import io.weir.api.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Since when clouds have been asked for as many instances as they are, as far as this process has
 * seen it: a while after that, what does not show will not come by itself.
 */
final class RequestedSizes {

  /** So long a cloud may take until an instance shows that it was asked for. */
  static final Duration SETTLING = Duration.ofMinutes(2);

  private final Map<ObjectKey, Requested> sizes = new HashMap<>();

  private record Requested(String uid, int size, Instant since) {}

  /**
   * Notes a size.
   *
   * @param seenAt when the look at it began
   * @return since when it is not larger than it was; not before this process saw it first
   */
  synchronized Instant raisedAt(ObjectKey pool, String uid, int size, Instant seenAt) {
    Requested before = sizes.get(pool);
    Instant since =
        before == null || !before.uid().equals(uid) || size > before.size()
            ? seenAt
            : before.since();
    sizes.put(pool, new Requested(uid, size, since));
    return since;
  }

  synchronized void forget(ObjectKey pool) {
    sizes.remove(pool);
  }
}
