package io.weir.webhook.install;

import io.weir.webhook.install.InstalledWebhooks.PendingWrite;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Paces the writes of each object apart, so that one which somebody disputes holds up no other. */
final class WritePacing {

  private final Map<String, RevertedWriteBackoff> byObject = new HashMap<>();

  /** Whether the object may be written. */
  boolean isDue(PendingWrite write, long nanos) {
    return backoff(write).remainingPause(nanos).isZero();
  }

  /** How long those that may not be written yet have to wait. */
  List<Duration> pauses(List<PendingWrite> writes, long nanos) {
    return writes.stream()
        .map(write -> backoff(write).remainingPause(nanos))
        .filter(Duration::isPositive)
        .toList();
  }

  /** Tells of a write; answers whether this begins to look like a dispute. */
  boolean recordWrite(PendingWrite write, long nanos) {
    return backoff(write).recordWrite(nanos);
  }

  private RevertedWriteBackoff backoff(PendingWrite write) {
    return byObject.computeIfAbsent(write.seen().toString(), _ -> new RevertedWriteBackoff());
  }
}
