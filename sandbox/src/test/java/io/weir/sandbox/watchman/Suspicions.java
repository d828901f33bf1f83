package io.weir.sandbox.watchman;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What would break a property by what is known now: a watch may show only later what makes it
 * right. What is not cleared in time is a violation.
 */
final class Suspicions {

  /** A watch that is later than this is broken, and whoever waits for it waits in vain. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Whether what was known too late makes it right. */
  @FunctionalInterface
  interface Cleared {
    boolean isCleared();
  }

  private record Suspicion(Instant until, Violation violation, Cleared cleared) {}

  private final List<Suspicion> open = new ArrayList<>();

  /** Takes note of one. */
  void add(Instant at, Violation violation, Cleared cleared) {
    open.add(new Suspicion(at.plus(PATIENCE), violation, cleared));
  }

  /** Drops those that have been cleared; those whose time is over become violations. */
  void judge(Instant now, Consumer<Violation> broken) {
    open.removeIf(suspicion -> suspicion.cleared().isCleared());
    open.removeIf(
        suspicion -> {
          boolean over = !suspicion.until().isAfter(now);
          if (over) {
            broken.accept(suspicion.violation());
          }
          return over;
        });
  }
}
