package io.weir.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WorkerSharesTest {

  private static final Duration QUICK = Duration.ofMillis(20);
  private static final Duration STALL = Duration.ofSeconds(5);

  private long now = 7_000_000_000L;

  /** Keys such as {@code group/key}. Two at once of a group, four of all slow ones. */
  private final WorkQueue<String> queue =
      new WorkQueue<>(
          Duration.ZERO,
          () -> now,
          new SplittableRandom(1),
          new WorkerShares<>(WorkerSharesTest::group, 2, 4, 0));

  private static String group(String key) {
    return key.substring(0, key.indexOf('/'));
  }

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

  /** Has one pass of the group that takes so long. */
  private void run(String key, Duration took) {
    queue.add(key);
    assertThat(next()).hasValue(key);
    pass(took);
    queue.done(key);
  }

  /** As an object does that is named before it says which Cluster it is of. */
  @Test
  void aKeyThatTurnsOutToBeOfAnotherGroupWaitsNoLongerWithThoseThatItWasTakenFor() {
    var groups = new HashMap<String, String>();
    var few =
        new WorkQueue<String>(
            Duration.ZERO,
            () -> now,
            new SplittableRandom(1),
            new WorkerShares<>(key -> groups.getOrDefault(key, ""), 1, 2, 0));
    few.add("stalls");
    few.add("waits");
    few.add("stays");
    assertThat(few.poll().map(WorkQueue.Taken::key)).hasValue("stalls");
    assertThat(few.poll()).isEmpty();

    groups.put("stalls", "a");
    groups.put("waits", "b");
    few.add("stalls");
    few.add("waits");

    assertThat(few.poll().map(WorkQueue.Taken::key)).hasValue("waits");
    assertThat(few.poll()).isEmpty();
    few.done("stalls");
    assertThat(few.poll().map(WorkQueue.Taken::key)).hasValue("stays");
    assertThat(few.poll().map(WorkQueue.Taken::key)).hasValue("stalls");
    few.done("stays");
    few.done("stalls");
    few.done("waits");
    assertThat(few.counts().ready() + few.counts().running()).isZero();
  }

  @Nested
  class OneGroup {

    @Test
    void hasNoMoreAtOnceThanItsShareHoweverManyWait() {
      IntStream.range(0, 100).forEach(number -> queue.add("a/" + number));
      queue.add("b/1");

      List<String> first = drain();
      queue.done("a/0");

      assertThat(first).containsExactlyInAnyOrder("a/0", "a/1", "b/1");
      assertThat(drain()).containsExactly("a/2");
      assertThat(queue.counts().ready()).isEqualTo(97);
    }

    @Test
    void thatIsQuickHasMoreWhereNoOtherWaitsButNotWhatIsKeptForOthers() {
      var eight =
          new WorkQueue<String>(
              Duration.ZERO,
              () -> now,
              new SplittableRandom(1),
              WorkerShares.of(WorkerSharesTest::group, 8));
      IntStream.range(0, 100).forEach(number -> eight.add("a/" + number));
      IntStream.range(0, 6).forEach(_ -> assertThat(eight.poll()).isPresent());
      assertThat(eight.poll()).isEmpty();

      eight.add("b/1");
      eight.add("b/2");
      eight.add("b/3");
      assertThat(eight.poll().map(WorkQueue.Taken::key)).hasValue("b/1");
      assertThat(eight.poll().map(WorkQueue.Taken::key)).hasValue("b/2");
      assertThat(eight.poll()).isEmpty();

      pass(STALL);
      IntStream.range(0, 6).forEach(number -> eight.done("a/" + number));
      assertThat(eight.poll().map(WorkQueue.Taken::key)).hasValue("a/6");
      assertThat(eight.poll().map(WorkQueue.Taken::key)).hasValue("a/7");
      assertThat(eight.poll()).isEmpty();
    }

    @Test
    void thatHasHeldWorkersLeastIsNextHoweverLongOthersWait() {
      run("greedy/0", Duration.ofSeconds(2));
      IntStream.range(1, 100).forEach(number -> queue.add("greedy/" + number));
      pass(Duration.ofSeconds(10));
      queue.add("mine/1");

      assertThat(next()).hasValue("mine/1");
    }

    @Test
    void isNotHeldToWhatItHadLongAgo() {
      IntStream.range(0, 10).forEach(number -> run("old/" + number, Duration.ofSeconds(2)));
      pass(Duration.ofMinutes(30));
      run("new/0", QUICK);
      queue.add("new/1");
      queue.add("old/1");

      assertThat(drain()).containsExactly("old/1", "new/1");
    }

    @Test
    void mergesTheEventsOfAKeyThatWaitsForItsTurn() {
      List.of("a/1", "a/2", "a/3").forEach(queue::add);
      assertThat(drain()).hasSize(2);
      queue.add("a/3");
      queue.addAfter("a/3", Duration.ofHours(1));

      queue.done("a/1");

      assertThat(drain()).containsExactly("a/3");
      queue.done("a/3");
      assertThat(drain()).isEmpty();
      assertThat(queue.counts().waiting()).isZero();
    }
  }

  @Nested
  class SlowGroups {

    private void stall(int groups) {
      IntStream.range(0, groups)
          .forEach(
              number -> List.of("/1", "/2", "/3").forEach(key -> queue.add("s" + number + key)));
    }

    @Test
    void haveTheirPartTogetherAndLeaveTheRestToOthers() {
      IntStream.range(0, 20).forEach(number -> queue.add("s" + number + "/0"));
      List<String> slow = drain();
      pass(STALL);
      slow.forEach(queue::done);
      stall(20);
      assertThat(drain()).hasSize(4);
      queue.add("mine/1");

      assertThat(drain()).containsExactly("mine/1");
    }

    @Test
    void areThoseOfWhichAPassTakesLongNow() {
      stall(3);
      assertThat(drain()).hasSize(6);
      pass(STALL);
      queue.add("s3/1");
      assertThat(drain()).containsExactly("s3/1");
      List.of("s0/1", "s0/2", "s1/1", "s1/2").forEach(queue::done);

      // Two of s2 still stall, so only two of the others may begin.
      assertThat(drain()).hasSize(2);
    }

    @Test
    void areNoLongerSlowAWhileAfterTheirLastLongPass() {
      run("s0/0", STALL);
      pass(STALL.multipliedBy(10));
      stall(3);

      assertThat(drain()).hasSize(6);
    }
  }

  /** The attack: twenty clusters that are quick at first, so that nobody minds them. */
  @Test
  void twentyGroupsWhosePassesNeverEndDoNotKeepAnotherFromItsPasses() throws Exception {
    int passes = 50;
    var mine = new CountDownLatch(passes);
    var quick = new CountDownLatch(20);
    var stalled = new CountDownLatch(4);
    var held = new AtomicInteger();
    var never = new CountDownLatch(1);
    Controller controller =
        Controller.named("test")
            .debounce(Duration.ZERO)
            .workers(4)
            .sharedBy(ObjectKey::namespace)
            .build(
                key -> {
                  if (key.namespace().equals("mine")) {
                    mine.countDown();
                  } else if (key.name().equals("quick")) {
                    quick.countDown();
                  } else {
                    held.incrementAndGet();
                    stalled.countDown();
                    never.await();
                  }
                  return Requeue.done();
                });
    try (controller) {
      controller.start();
      IntStream.range(0, 20)
          .forEach(number -> controller.enqueue(new ObjectKey("hostile" + number, "quick")));
      assertThat(quick.await(1, TimeUnit.MINUTES)).isTrue();
      IntStream.range(0, 1_000)
          .forEach(
              number -> controller.enqueue(new ObjectKey("hostile" + number % 20, "" + number)));
      assertThat(stalled.await(1, TimeUnit.MINUTES)).isTrue();

      IntStream.range(0, passes)
          .forEach(number -> controller.enqueue(new ObjectKey("mine", "" + number)));

      assertThat(mine.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(held).hasValueLessThanOrEqualTo(20);
      never.countDown();
    }
  }
}
