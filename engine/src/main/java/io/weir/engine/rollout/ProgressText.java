package io.weir.engine.rollout;

import io.weir.engine.retire.Member;
import io.weir.engine.retire.ReplacementBackoff;
import io.weir.engine.rollout.RolloutProgress.State;
import java.util.ArrayList;
import java.util.List;

/** Tells people how far a pool is. */
final class ProgressText {

  private final PoolView pool;
  private final RolloutLimits limits;
  private final Leaving leaving;
  private final PoolSizes sizes;
  private final ReplacementBackoff backoff;

  ProgressText(
      PoolView pool,
      RolloutLimits limits,
      Leaving leaving,
      PoolSizes sizes,
      ReplacementBackoff backoff) {
    this.pool = pool;
    this.limits = limits;
    this.leaving = leaving;
    this.sizes = sizes;
    this.backoff = backoff;
  }

  RolloutProgress progress() {
    return new RolloutProgress(state(), message());
  }

  private State state() {
    boolean outdated = pool.control().rolls() && outdated() > 0;
    if (outdated && pool.control().paused()) {
      return State.PAUSED;
    }
    if (outdated && (broken() > 0 || backoff.count() > 0)) {
      return State.STALLED;
    }
    return outdated || !leaving.entries().isEmpty() ? State.PROGRESSING : State.SETTLED;
  }

  private String message() {
    List<String> parts = new ArrayList<>();
    parts.add(
        "%d wanted, %d there, %d available, at least %d must stay"
            .formatted(
                limits.replicas(),
                leaving.present().count(),
                leaving.countStaying(Member::isAvailable),
                limits.floor()));
    if (sizes.isUnfilled()) {
      parts.add(
          "the cloud has %d of the %d that it was asked for"
              .formatted(sizes.filled(), sizes.remaining()));
    }
    if (outdated() > 0) {
      parts.add("%d outdated".formatted(outdated()));
    }
    if (!leaving.entries().isEmpty()) {
      parts.add("%d leaving".formatted(leaving.entries().size()));
    }
    if (broken() > 0) {
      parts.add("%d failed or never joined".formatted(broken()));
    }
    if (backoff.count() > 0) {
      parts.add(
          "%d replaced in vain, the next not before %s"
              .formatted(backoff.count(), backoff.nextAt()));
    }
    if (limits.raised()) {
      parts.add("maxSurge and maxUnavailable are both 0, so 1 may be unavailable");
    }
    pool.control().brake().ifPresent(parts::add);
    return String.join("; ", parts);
  }

  private long outdated() {
    return leaving.present().filter(Member::isOutdated).count();
  }

  private int broken() {
    return leaving.countStaying(member -> !member.isOutdated() && member.broken());
  }
}
