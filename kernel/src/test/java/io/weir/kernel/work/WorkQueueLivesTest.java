package io.weir.kernel.work;

import io.weir.api.harness.Lives;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Keys, events, timers, failures and workers in any order. */
class WorkQueueLivesTest {

  private static final Duration QUIET = Duration.ofMillis(50);

  @Test
  void noKeyIsRunTwiceAtATimeNoRequestIsForgottenAndNothingIsLeftBehind() {
    Lives.each(10_000, seed -> new Life(seed).live());
  }

  private static final class Life {
    private final SplittableRandom random;
    private final WorkQueue<String> queue;
    private final Set<String> running = new HashSet<>();

    /** Keys that were asked for and not run since, with the latest time of the first request. */
    private final Map<String, Long> owed = new HashMap<>();

    private long now = 1;

    Life(long seed) {
      random = new SplittableRandom(seed);
      queue = new WorkQueue<>(QUIET, () -> now, new SplittableRandom(seed));
    }

    void live() {
      for (int turn = 0; turn < 120; turn++) {
        turn("k" + random.nextInt(4));
      }
      for (int i = 0; i < 50; i++) {
        Set.copyOf(running).forEach(this::end);
        now += Duration.ofSeconds(10).toNanos();
        for (Optional<String> key = take(); key.isPresent(); key = take()) {
          end(key.get());
        }
      }
      if (!owed.isEmpty() || queue.nextDue().isPresent()) {
        throw new AssertionError("%s is owed, due in %s".formatted(owed, queue.nextDue()));
      }
    }

    private void turn(String key) {
      switch (random.nextInt(6)) {
        case 0 -> {
          queue.add(key);
          ask(key, QUIET);
        }
        case 1 -> {
          Duration delay = Duration.ofMillis(random.nextInt(500));
          queue.addAfter(key, delay);
          ask(key, delay);
        }
        case 2 -> {
          if (running.contains(key)) {
            queue.retry(key, RetryBackoffs.CONFLICT);
            ask(key, RetryBackoffs.CONFLICT.longest());
            end(key);
          }
        }
        case 3 -> end(key);
        case 4 -> now += Duration.ofMillis(random.nextInt(60)).toNanos();
        default -> {
          var _ = take();
        }
      }
    }

    private void ask(String key, Duration within) {
      owed.merge(key, now + within.toNanos(), Math::min);
    }

    private void end(String key) {
      if (running.remove(key)) {
        if (random.nextBoolean()) {
          queue.forget(key);
        }
        queue.done(key);
      }
    }

    private Optional<String> take() {
      Optional<String> taken = queue.poll().map(WorkQueue.Taken::key);
      if (taken.isEmpty()) {
        owed.forEach(
            (key, due) -> {
              if (due <= now && !running.contains(key)) {
                throw new AssertionError(
                    "%s is due since %d and not handed out".formatted(key, due));
              }
            });
        return taken;
      }
      if (!running.add(taken.get())) {
        throw new AssertionError(taken.get() + " is run twice at a time");
      }
      owed.remove(taken.get());
      return taken;
    }
  }
}
