package io.weir.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkQueueTest {

  private static final Duration QUIET = Duration.ofMillis(50);

  private long now = 7_000_000_000L;
  private final WorkQueue<String> queue =
      new WorkQueue<>(QUIET, () -> now, new SplittableRandom(1));

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private Optional<String> next() {
    return queue.poll().map(WorkQueue.Taken::key);
  }

  private List<String> drain() {
    var keys = new ArrayList<String>();
    for (var key = next(); key.isPresent(); key = next()) {
      keys.add(key.get());
    }
    return keys;
  }

  @Nested
  class Adding {

    @Test
    void aBurstOfEventsMakesOnePassAfterTheQuietTime() {
      for (int i = 0; i < 100; i++) {
        queue.add("a");
      }

      assertThat(drain()).isEmpty();
      pass(QUIET);

      assertThat(drain()).containsExactly("a");
      assertThat(queue.counts().merged()).isEqualTo(99);
    }

    @Test
    void eventsThatKeepComingDoNotPutThePassOff() {
      for (int i = 0; i < 5; i++) {
        queue.add("a");
        pass(QUIET.dividedBy(5));
      }

      assertThat(drain()).containsExactly("a");
    }

    @Test
    void keysComeInTheOrderInWhichTheyFellDue() {
      queue.add("late");
      pass(Duration.ofMillis(1));
      queue.addAfter("soon", Duration.ofMillis(2));
      queue.add("last");
      pass(QUIET);

      assertThat(drain()).containsExactly("soon", "late", "last");
    }

    @Test
    void anEventWhileTheKeyRunsBringsItBackAfterwards() {
      queue.addAfter("a", Duration.ZERO);
      assertThat(next()).contains("a");

      queue.add("a");
      pass(QUIET);

      assertThat(next()).isEmpty();
      queue.done("a");
      assertThat(next()).contains("a");
    }
  }

  @Nested
  class Timers {

    @Test
    void theEarliestWins() {
      queue.addAfter("a", Duration.ofSeconds(10));
      queue.addAfter("a", Duration.ofSeconds(1));
      queue.addAfter("a", Duration.ofSeconds(5));

      assertThat(queue.nextDue()).contains(Duration.ofSeconds(1));
    }

    @Test
    void anEventSupersedesALaterTimer() {
      queue.addAfter("a", Duration.ofMinutes(10));
      queue.add("a");
      pass(QUIET);
      assertThat(drain()).containsExactly("a");

      queue.done("a");

      assertThat(queue.nextDue()).isEmpty();
    }
  }

  @Nested
  class Retrying {

    @Test
    void pausesDoubleToTheLongestAndNeverEnd() {
      var pauses = RetryBackoffs.between(Duration.ofSeconds(1), Duration.ofSeconds(60));
      var seen = new ArrayList<Long>();

      for (int i = 0; i < 100; i++) {
        queue.retry("a", pauses);
        Duration pause = queue.nextDue().orElseThrow();
        seen.add(pause.toMillis());
        pass(pause);
        assertThat(next()).contains("a");
        queue.done("a");
      }

      assertThat(seen.get(0)).isBetween(800L, 1_000L);
      assertThat(seen.get(3)).isBetween(6_400L, 8_000L);
      assertThat(seen.subList(7, 100)).allMatch(pause -> pause >= 48_000 && pause <= 60_000);
    }

    @Test
    void aSuccessMakesTheNextFailureAFirstOne() {
      for (int i = 0; i < 5; i++) {
        queue.retry("a", RetryBackoffs.DEFAULT);
        pass(queue.nextDue().orElseThrow());
        assertThat(next()).contains("a");
        queue.done("a");
      }

      queue.forget("a");
      queue.retry("a", RetryBackoffs.DEFAULT);

      assertThat(queue.nextDue().orElseThrow()).isLessThanOrEqualTo(RetryBackoffs.DEFAULT.first());
    }

    @Test
    void anEventDoesNotWaitForTheBackOff() {
      for (int i = 0; i < 20; i++) {
        queue.retry("a", RetryBackoffs.DEFAULT);
      }

      queue.add("a");

      assertThat(queue.nextDue()).contains(QUIET);
    }
  }

  /** Random requests: no key is ever handed out twice at a time, and no request is forgotten. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void everyRequestIsFollowedByAPassThatBeginsAfterIt(long seed) {
    var random = new SplittableRandom(seed);
    Map<String, Long> wanted = new HashMap<>();
    Map<String, Long> running = new HashMap<>();

    for (int turn = 0; turn < 20_000; turn++) {
      String key = "k" + random.nextInt(20);
      switch (random.nextInt(5)) {
        case 0 -> {
          queue.add(key);
          wanted.put(key, now);
        }
        case 1 -> {
          queue.addAfter(key, Duration.ofMillis(random.nextInt(500)));
          wanted.put(key, now);
        }
        case 2 -> {
          if (running.remove(key) != null) {
            queue.done(key);
          }
        }
        case 3 -> pass(Duration.ofMillis(random.nextInt(40)));
        default ->
            next()
                .ifPresent(
                    taken -> {
                      assertThat(running.put(taken, now)).as("seed %d", seed).isNull();
                      wanted.remove(taken);
                    });
      }
    }
    running.keySet().forEach(queue::done);
    pass(Duration.ofSeconds(1));
    wanted.keySet().removeAll(drain());

    assertThat(wanted).as("seed %d", seed).isEmpty();
  }
}
