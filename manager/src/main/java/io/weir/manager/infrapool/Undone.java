package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.api.retry.BackOff;
import io.weir.provider.Progress.Failure;
import io.weir.provider.ProviderException;
import io.weir.provider.Step;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes that succeeded and had to be made again: somebody else, such as a scaling policy, changes
 * back what they change. They are repeated ever more rarely, and told once it is no accident.
 */
final class Undone {

  private static final BackOff PAUSES =
      BackOff.doubling(Duration.ofSeconds(10), Duration.ofMinutes(10));

  /** So often it may be a slow read or a coincidence. */
  private static final int NO_ACCIDENT = 3;

  private final Clock clock;
  private final Map<ObjectKey, Map<Object, Made>> made = new HashMap<>();

  /**
   * How often a write of one aim was made.
   *
   * @param what the write, whatever it aims at
   */
  private record Made(String what, int times, Instant last) {

    /** Nothing after the first time: that the same is needed once more is ordinary. */
    Instant until() {
      return times < 2 ? last : last.plus(PAUSES.nominal(times - 1));
    }

    boolean old(Instant now) {
      return now.isAfter(last.plus(PAUSES.longest().multipliedBy(2)));
    }
  }

  Undone(Clock clock) {
    this.clock = clock;
  }

  void done(ObjectKey pool, Step step) {
    Instant now = clock.instant();
    var ofPool = made.computeIfAbsent(pool, _ -> new HashMap<>());
    Object aim = step.aim();
    // With another aim of the same write, the pool itself asks for something else than before.
    ofPool
        .entrySet()
        .removeIf(
            each ->
                each.getValue().old(now)
                    || (each.getValue().what().equals(step.what()) && !each.getKey().equals(aim)));
    ofPool.compute(
        aim, (_, last) -> new Made(step.what(), last == null ? 1 : last.times() + 1, now));
  }

  Optional<Failure> holding(ObjectKey pool, Step step) {
    Made last = last(pool, step);
    if (last == null || !clock.instant().isBefore(last.until())) {
      return Optional.empty();
    }
    String message =
        "done %d times and reverted each time: %s; stop what reverts it, or change the pool's spec to match"
            .formatted(last.times(), step.because());
    return Optional.of(
        Failure.of(
            step,
            last.times() < NO_ACCIDENT
                ? new ProviderException.Transient(message, null)
                : new ProviderException.Rejected(message, null)));
  }

  private @Nullable Made last(ObjectKey pool, Step step) {
    Made last = made.getOrDefault(pool, Map.of()).get(step.aim());
    return last == null || last.old(clock.instant()) ? null : last;
  }

  Duration left(ObjectKey pool) {
    Instant now = clock.instant();
    return made.getOrDefault(pool, Map.of()).values().stream()
        .map(each -> Duration.between(now, each.until()))
        .filter(Duration::isPositive)
        .min(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  void forget(ObjectKey pool) {
    made.remove(pool);
  }
}
