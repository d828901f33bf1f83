package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.kernel.harness.MemoryApiServer.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a config says while the cluster that its machines are to join does not answer. */
class OutageMessageTest {

  private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

  private KubeadmConfigSimulation simulation;
  private ObjectKey config;

  @BeforeEach
  void withData() throws Exception {
    simulation = new KubeadmConfigSimulation(START, new Random(3));
    config = simulation.create("workers");
    pass();
  }

  @AfterEach
  void close() {
    simulation.close();
  }

  private Condition pass() {
    var _ = simulation.pass(config);
    return simulation.dataCondition(config).orElseThrow();
  }

  private Condition passAfter(Duration sinceStart) {
    simulation.setTime(START.plus(sinceStart));
    return pass();
  }

  private long writes() {
    return simulation.management().requests().stream().filter(Request::writes).count();
  }

  @Test
  void untilWhenItsTokenIsGoodInWordsThatStayUntilTheServerAnswers() {
    String data = simulation.data(config);
    simulation.workload().stopAnswering(START.plusSeconds(60));

    Condition first = passAfter(Duration.ofMinutes(2));
    long written = writes();
    Condition later = passAfter(Duration.ofMinutes(8));

    assertThat(first.status()).isEqualTo(ConditionStatus.TRUE);
    assertThat(first.message())
        .isEqualTo(
            "the join token in the data is valid until at least 2026-11-22T00:08:30Z, and cannot be"
                + " extended: the API server does not answer");
    assertThat(later).isEqualTo(first);
    assertThat(writes()).isEqualTo(written);
    assertThat(simulation.data(config)).isEqualTo(data);

    simulation.workload().answerAgain();

    assertThat(pass().message()).isEmpty();
  }

  @Test
  void thatTheTokenMayHaveExpiredAsSoonAsThatTimeHasPassed() {
    String data = simulation.data(config);
    simulation.workload().stopAnswering(START.plusSeconds(60));
    Condition warned = passAfter(Duration.ofMinutes(2));

    Condition doubted = passAfter(Duration.ofSeconds(8 * 60 + 31));

    assertThat(warned.isTrue()).isTrue();
    assertThat(doubted.isTrue()).isFalse();
    assertThat(doubted.message())
        .contains("may have expired", "does not answer", "the existing data stays in use");
    assertThat(simulation.data(config)).isEqualTo(data);
  }

  /** An extension that was due just then did not get through. */
  @Test
  void noLaterTimeThanTheTokensOwn() {
    simulation.workload().stopAnswering(START.plus(Duration.ofMinutes(12)));

    Condition condition = passAfter(Duration.ofMinutes(12));

    assertThat(condition.message()).contains("valid until at least 2026-11-22T00:16:30Z");
  }

  @Test
  void nothingOfATimeIfTheTokenWasNeverSeen() {
    simulation.workload().neverAnswered(START.plus(Duration.ofMinutes(5)));

    Condition condition = passAfter(Duration.ofMinutes(6));

    assertThat(condition.isTrue()).isTrue();
    assertThat(condition.message())
        .isEqualTo(
            "the join token in the data cannot be extended, and how long it stays valid is unknown:"
                + " the API server does not answer");
  }
}
