package io.weir.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.retry.Backoff;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.kube.ObjectSelector;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ControllerTest {

  private static final Backoff SHORT =
      RetryBackoffs.between(Duration.ofMillis(1), Duration.ofMillis(5));

  private static ObjectKey key(int number) {
    return new ObjectKey("ns", "k" + number);
  }

  private static Controller.Builder controller() {
    return Controller.named("test").debounce(Duration.ZERO).retryBackoff(SHORT);
  }

  @Test
  void aThousandReadyKeysNeverOccupyMoreThanTheWorkers() throws Exception {
    int workers = 7;
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var twice = new AtomicBoolean();
    Set<ObjectKey> running = ConcurrentHashMap.newKeySet();
    var left = new CountDownLatch(1_000);
    var together = new CountDownLatch(2); // the first pass waits for a second beside it
    Controller controller =
        controller()
            .workers(workers)
            .build(
                key -> {
                  twice.compareAndSet(false, !running.add(key));
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  together.countDown();
                  boolean _ = together.await(1, TimeUnit.MINUTES);
                  inside.decrementAndGet();
                  running.remove(key);
                  left.countDown();
                  return Requeue.done();
                });
    try (controller) {
      controller.start();
      for (int i = 0; i < 1_000; i++) {
        controller.enqueue(key(i));
        controller.enqueue(key(i / 2));
      }

      assertThat(left.await(1, TimeUnit.MINUTES)).isTrue();
    }

    assertThat(most.get()).isBetween(2, workers);
    assertThat(twice).isFalse();
  }

  @Test
  void aPassThatThrowsIsRepeatedAndHoldsNoWorker() throws Exception {
    var attempts = new AtomicInteger();
    var succeeded = new CountDownLatch(1);
    Controller controller =
        controller()
            .workers(1)
            .build(
                key -> {
                  int attempt = attempts.incrementAndGet();
                  if (attempt == 1) {
                    throw new IllegalStateException("broken");
                  }
                  if (attempt == 2) {
                    throw new StackOverflowError();
                  }
                  if (attempt == 3) {
                    throw new NoClassDefFoundError("broken");
                  }
                  if (attempt < 20) {
                    return Requeue.backoff("attempt " + attempt);
                  }
                  succeeded.countDown();
                  return Requeue.done();
                });
    try (controller) {
      controller.start(
          (name, key, outcome, waited, ran) -> {
            throw new IllegalStateException("broken");
          });

      controller.enqueue(key(1));

      assertThat(succeeded.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void whoStartsItIsToldOfEachPassAndHowItEnded() throws Exception {
    var told = new LinkedBlockingQueue<String>();
    Controller controller = controller().build(_ -> Requeue.after(Duration.ofHours(1)));
    try (controller) {
      controller.start(
          (name, key, outcome, waited, ran) -> told.add(name + " " + key.name() + " " + outcome));
      controller.enqueue(key(1));

      assertThat(told.poll(1, TimeUnit.MINUTES)).isEqualTo("test k1 REQUEUED_AFTER");
    }
  }

  @Test
  void noPassBeginsWhileSomethingThatItReadsIsInDoubt() throws Exception {
    var fake = new FakeCache(new GroupKind("test.weir.io", "Widget"), ObjectSelector.everything());
    var passed = new LinkedBlockingQueue<ObjectKey>();
    Controller controller =
        controller()
            .needs(fake.cache())
            .build(
                key -> {
                  passed.add(key);
                  return Requeue.done();
                });
    try (controller) {
      controller.start();
      controller.enqueue(key(1));
      assertThat(passed.poll(1, TimeUnit.MINUTES)).isEqualTo(key(1));

      fake.doubt();
      controller.enqueue(key(2));
      assertThat(passed.poll(300, TimeUnit.MILLISECONDS)).isNull();
      fake.listAnew();

      assertThat(passed.poll(1, TimeUnit.MINUTES)).isEqualTo(key(2));
    }
  }

  @Test
  void aQueueThatFailsOnceDoesNotEndTheWork() throws Exception {
    var broken = new AtomicBoolean();
    var queue =
        new WorkQueue<ObjectKey>(
            Duration.ZERO,
            () -> {
              if (broken.getAndSet(false)) {
                throw new IllegalStateException("broken");
              }
              return System.nanoTime();
            },
            new SplittableRandom(1));
    var passed = new CountDownLatch(1);
    Reconciler reconciler =
        key -> {
          passed.countDown();
          return Requeue.done();
        };
    var workerPool =
        new WorkerPool(
            "test", 1, 0, queue, new PassRunner("test", reconciler, queue, SHORT), List.of());
    queue.add(key(1));
    broken.set(true);

    workerPool.start();

    assertThat(passed.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(broken).isFalse();
    assertThat(workerPool.stop(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void anEventDuringAPassBringsAnotherOne() throws Exception {
    var entered = new CountDownLatch(1);
    var proceed = new CountDownLatch(1);
    var second = new CountDownLatch(2);
    Controller controller =
        controller()
            .build(
                key -> {
                  entered.countDown();
                  proceed.await();
                  second.countDown();
                  return Requeue.done();
                });
    try (controller) {
      controller.start();
      controller.enqueue(key(1));
      assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();

      controller.enqueue(key(1));
      proceed.countDown();

      assertThat(second.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @Test
  void stoppingLetsRunningPassesEndAndStartsNoMore() throws Exception {
    var entered = new CountDownLatch(1);
    var proceed = new CountDownLatch(1);
    var passes = new AtomicInteger();
    Controller controller =
        controller()
            .workers(1)
            .build(
                key -> {
                  entered.countDown();
                  proceed.await();
                  passes.incrementAndGet();
                  return Requeue.done();
                });
    controller.start();
    controller.enqueue(key(1));
    assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
    controller.enqueue(key(2));
    var ended = new AtomicBoolean();
    Thread stopping =
        Thread.ofVirtual().start(() -> ended.set(controller.stop(Duration.ofMinutes(1))));

    proceed.countDown();
    stopping.join();

    assertThat(ended).isTrue();
    assertThat(passes.get()).isBetween(1, 2);
    int atTheEnd = passes.get();
    controller.enqueue(key(3));
    assertThat(passes.get()).isEqualTo(atTheEnd);
  }

  @Test
  void aPassThatDoesNotEndIsInterruptedAfterTheGraceTime() throws Exception {
    var entered = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    Controller controller =
        controller()
            .build(
                key -> {
                  entered.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException asked) {
                    interrupted.countDown();
                    throw asked;
                  }
                  return Requeue.done();
                });
    controller.start();
    controller.enqueue(key(1));
    assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();

    assertThat(controller.stop(Duration.ofMillis(10))).isFalse();

    assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
  }
}
