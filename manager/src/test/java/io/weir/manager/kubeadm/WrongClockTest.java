package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.harness.Lives;
import io.weir.bootstrap.token.JoinToken;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.work.Requeue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Processes whose clocks are not that of the workload cluster's API server, which judges tokens.
 */
class WrongClockTest {

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration STEP = Duration.ofMinutes(3);
  private static final Duration HALF_LIFE =
      KubeadmConfigSimulation.POLICY.ttl().dividedBy(2).minus(STEP);

  @Test
  void aTokenOfAProcessThatIsBehindLivesAsLongAsAnyOther() throws Exception {
    long right = creationsIn(Duration.ZERO);

    assertThat(creationsIn(Duration.ofMinutes(16))).isEqualTo(right);
    assertThat(creationsIn(Duration.ofMinutes(-20))).isEqualTo(right);
  }

  private static long creationsIn(Duration behind) throws Exception {
    try (var simulation = new KubeadmConfigSimulation(START, new Random(1))) {
      simulation.setClockBehind(behind);
      ObjectKey config = simulation.create("workers");
      live(simulation, config, _ -> {});
      return creations(simulation.cluster());
    }
  }

  /** Each process that takes over has a clock of its own, and clocks are set while they run. */
  @Test
  void whateverClocksProcessesHaveWhoeverStartsCanJoinAndTokensAreNotMadeAgainAndAgain() {
    Lives.each(
        15,
        seed -> {
          var random = new Random(seed);
          try (var simulation = new KubeadmConfigSimulation(START, random)) {
            ObjectKey config = simulation.create("workers");
            live(
                simulation,
                config,
                each -> {
                  if (random.nextInt(4) == 0) {
                    each.setClockBehind(Duration.ofSeconds(random.nextInt(2400) - 1200));
                  }
                  if (random.nextInt(6) == 0) {
                    each.restart();
                  }
                });
            assertThat(creations(simulation.cluster())).isLessThan(5);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** What happens beside a pass. */
  @FunctionalInterface
  private interface Trouble {
    void at(KubeadmConfigSimulation simulation);
  }

  private static void live(KubeadmConfigSimulation simulation, ObjectKey config, Trouble trouble) {
    for (Instant end = START.plus(Duration.ofHours(3)); simulation.now().isBefore(end); ) {
      Requeue _ = simulation.passResult(config);
      JoinToken token = KubeadmConfigSimulation.tokenIn(simulation.data(config));
      assertThat(simulation.validUntil(token).orElseThrow())
          .isAfter(simulation.now().plus(HALF_LIFE));
      simulation.setTime(simulation.now().plus(STEP));
      simulation.deleteExpiredTokens();
      trouble.at(simulation);
    }
  }

  private static long creations(MemoryApiServer cluster) {
    return cluster.requests().stream().filter(each -> each.verb().equals("create")).count();
  }
}
