package io.weir.sandbox.once;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PoolProgressTest {
  private static final ObjectKey WORKERS = new ObjectKey("default", "workers");

  private final PoolProgress story = new PoolProgress(Set.of(WORKERS));
  private final List<String> reported = new ArrayList<>();

  @Test
  void aPoolOfTwoIsToldFromNothingToRunning() {
    sees(pool("", 0));
    sees(pool("Provisioning", 0));
    sees(pool("Provisioning", 0));
    sees(node("a", "", false));
    sees(pool("ScalingUp", 2, "id-a", "id-b"));
    sees(node("a", "id-a", false));
    sees(node("b", "id-b", false));
    sees(node("a", "id-a", true));
    sees(node("b", "id-b", true));
    sees(pool("Running", 2, "id-a", "id-b"));

    assertThat(String.join("\n", reported))
        .isEqualTo(
            """
            MachinePool workers: no phase yet, 0 of 2 replicas, 0 of 2 Nodes Ready
            MachinePool workers: Provisioning, 0 of 2 replicas, 0 of 2 Nodes Ready
            Node a has joined
            MachinePool workers: ScalingUp, 2 of 2 replicas, 0 of 2 Nodes Ready
            Node b has joined
            Node a is Ready
            MachinePool workers: ScalingUp, 2 of 2 replicas, 1 of 2 Nodes Ready
            Node b is Ready
            MachinePool workers: ScalingUp, 2 of 2 replicas, 2 of 2 Nodes Ready
            MachinePool workers: Running, 2 of 2 replicas, 2 of 2 Nodes Ready\
            """);
    assertThat(story.isFinished()).isTrue();
  }

  @Test
  void runningIsBelievedOnlyWithReadyNodesThatThePoolNames() {
    sees(node("a", "id-a", true));
    sees(node("b", "of-another-pool", true));
    sees(pool("Running", 2, "id-a", "id-b"));

    assertThat(story.isFinished()).isFalse();
  }

  @Test
  void aPoolWithAMachineTooManyIsNotThere() {
    sees(node("a", "id-a", true));
    sees(node("b", "id-b", true));
    sees(pool("Running", 2, "id-a", "id-b", "id-c"));

    assertThat(story.isFinished()).isFalse();
  }

  @Test
  void aNodeThatGoesIsToldAndMissed() {
    sees(pool("Running", 2, "id-a", "id-b"));
    sees(node("a", "id-a", true));
    sees(node("b", "id-b", true));
    reported.clear();

    reported.addAll(story.removeNode("a"));

    assertThat(reported)
        .containsExactly(
            "Node a is gone", "MachinePool workers: Running, 2 of 2 replicas, 1 of 2 Nodes Ready");
    assertThat(story.isFinished()).isFalse();
  }

  @Test
  void poolsThatWereNotAppliedHereDoNotMatter() {
    var other = new PoolSummary(new ObjectKey("default", "other"), "Pending", 1, 0, Set.of());

    assertThat(story.updatePool(other)).isEmpty();
  }

  @Test
  void aStepCarriesItsSecondsAndASectionStandsApart() {
    var out = new ByteArrayOutputStream();
    var nanos = new AtomicLong(5_000_000_000L);
    var transcript = new Transcript(new PrintStream(out, true, StandardCharsets.UTF_8), nanos::get);

    nanos.set(17_340_000_000L);
    transcript.step("the manager is the leader");
    transcript.section("Cloud calls", List.of("all  8", ""));

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "   12.3 s  the manager is the leader\n\nCloud calls\n  all  8\n\n");
  }

  private void sees(PoolSummary pool) {
    reported.addAll(story.updatePool(pool));
  }

  private void sees(NodeSummary node) {
    reported.addAll(story.updateNode(node));
  }

  private static PoolSummary pool(String phase, int replicas, String... ids) {
    return new PoolSummary(WORKERS, phase, 2, replicas, Set.of(ids));
  }

  private static NodeSummary node(String name, String providerId, boolean ready) {
    return new NodeSummary(name, providerId, ready);
  }
}
