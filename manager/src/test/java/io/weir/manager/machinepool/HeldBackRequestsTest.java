package io.weir.manager.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.workload.CircuitBreaker;
import io.weir.kernel.harness.CacheWaits;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A workload cluster that answers watches and reads, and lets writes wait for a while. */
class HeldBackRequestsTest extends MemoryMachinePoolFixture {

  private static final String WHY = "answers watches, but did not answer other requests within 5 s";

  HeldBackRequestsTest() throws IOException {}

  @Test
  void areToldOnTheClusterAndTheConfigAndMadeUpForWhenTheServerAnswers() throws Exception {
    fixture.attach();
    workload.stallWrites();

    ObjectKey pool = fixture.create("stalled");

    fixture.awaitEvent(EventReasons.REQUESTS_HELD_BACK, WHY);
    ApiObject _ =
        CacheWaits.awaitObject(
            fixture.user.cache(GroupKind.KUBEADM_CONFIG),
            pool,
            config -> config.at("/status/conditions").toString().contains(WHY));
    assertThat(workload.stalledWrites()).isBetween(1, 3);
    workload.resumeWrites();
    fixture.advanceClock(pool, CircuitBreaker.Settings.DEFAULT.pauses().first());
    fixture.awaitEvent(EventReasons.REQUESTS_ANSWERED, "answers requests again");
    fixture.awaitData(pool);
  }
}
