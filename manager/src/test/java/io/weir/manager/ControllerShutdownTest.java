package io.weir.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.kernel.work.Controller;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControllerShutdownTest {

  private static final ObjectKey KEY = new ObjectKey("ns", "a");

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch answered = new CountDownLatch(1);
  private final Controller idle = Controller.named("idle").build(_ -> Requeue.done());

  private Controller waiting(Duration most) throws InterruptedException {
    Controller controller =
        Controller.named("waiting")
            .build(
                _ -> {
                  begun.countDown();
                  boolean _ = answered.await(most.toMillis(), TimeUnit.MILLISECONDS);
                  return Requeue.done();
                });
    idle.start();
    controller.start();
    controller.enqueue(KEY);
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    return controller;
  }

  @Test
  void aPassThatHasToBeInterruptedIsToldWhateverTheOthersDo() throws Exception {
    Controller stuck = waiting(Duration.ofMinutes(5));

    assertThat(ControllerShutdown.stop(List.of(idle, stuck), Duration.ofMillis(100))).isFalse();
  }

  @Test
  void passesThatEndByThemselvesAreWaitedFor() throws Exception {
    Controller slow = waiting(Duration.ofMillis(200));

    assertThat(ControllerShutdown.stop(List.of(slow, idle), Duration.ofMinutes(1))).isTrue();
  }
}
