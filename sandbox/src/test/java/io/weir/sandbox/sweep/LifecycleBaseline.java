package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a lifecycle leaves when nothing interrupts it.
 *
 * @param cloudType the cloud that it ran on
 * @param states what exists at the end of each phase
 * @param writes the manager's, in order
 * @param writesByPhase how many of them fell into each phase
 * @param creations objects that the API server created for it, by kind
 * @param createdResources resources of the cloud, by kind and name
 * @param calls all its requests
 * @param busiestMinute those of the minute that had most
 */
record LifecycleBaseline(
    TestCloudType cloudType,
    Map<LifecyclePhase, String> states,
    List<String> writes,
    Map<LifecyclePhase, Integer> writesByPhase,
    Map<String, Integer> creations,
    Map<String, Integer> createdResources,
    int calls,
    int busiestMinute) {

  private static final Duration PATIENCE = Duration.ofMinutes(6);

  /** Longer than any pause between two writes that follow from each other. */
  private static final Duration SILENCE = Duration.ofSeconds(7);

  /** So often two lifecycles that differ may still differ by how far they are. */
  private static final int TRIES = 5;

  /**
   * Runs two at once, which must not differ.
   *
   * @throws AssertionError if the manager ends differently from time to time
   */
  static LifecycleBaseline of(SharedApiServer sharedApiServer, TestCloudType testCloudType) {
    var between = new Exchanger<String>();
    try {
      List<LifecycleBaseline> both =
          ParallelRuns.runAll(
              2,
              List.<Callable<LifecycleBaseline>>of(
                  () ->
                      live(
                          sharedApiServer,
                          testCloudType.lifecycleName("whole1"),
                          testCloudType,
                          between),
                  () ->
                      live(
                          sharedApiServer,
                          testCloudType.lifecycleName("whole2"),
                          testCloudType,
                          between)));
      for (LifecyclePhase lifecyclePhase : testCloudType.phases()) {
        assertThat(
                StateDiff.difference(
                    both.getFirst().stateAfter(lifecyclePhase),
                    both.getLast().stateAfter(lifecyclePhase)))
            .as("two unbroken lives at the end of " + lifecyclePhase)
            .isEmpty();
      }
      return both.getFirst();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** What exists at the end of a phase. */
  String stateAfter(LifecyclePhase lifecyclePhase) {
    return String.valueOf(states.get(lifecyclePhase));
  }

  /** A number of writes that a phase surely comes to, this many at most. */
  int minimumWrites(LifecyclePhase lifecyclePhase, int most) {
    return Math.clamp(writesByPhase.get(lifecyclePhase) / 2, 1, most);
  }

  private static LifecycleBaseline live(
      SharedApiServer sharedApiServer,
      String name,
      TestCloudType testCloudType,
      Exchanger<String> between)
      throws InterruptedException, TimeoutException {
    var managerCutoff = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    var pictures = new EnumMap<LifecyclePhase, String>(LifecyclePhase.class);
    var written = new EnumMap<LifecyclePhase, Integer>(LifecyclePhase.class);
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, name, testCloudType);
        var managerSuccession = new ManagerSuccession(poolLifecycleRun, managerCutoff)) {
      for (LifecyclePhase lifecyclePhase : testCloudType.phases()) {
        int before = managerCutoff.writes().size();
        poolLifecycleRun.startPhase(lifecyclePhase);
        if (!poolLifecycleRun.awaitPhaseEnd(lifecyclePhase, PATIENCE)) {
          throw new AssertionError(
              "%s does not end, unbroken%n%s%n%s"
                  .formatted(
                      lifecyclePhase, poolLifecycleRun.state(), managerSuccession.description()));
        }
        assertThat(poolLifecycleRun.lostPods())
            .as("Pods that ended with their Nodes, at the end of %s, unbroken", lifecyclePhase)
            .isEmpty();
        pictures.put(lifecyclePhase, end(poolLifecycleRun, between));
        written.put(lifecyclePhase, managerCutoff.writes().size() - before);
      }
      return new LifecycleBaseline(
          testCloudType,
          pictures,
          managerCutoff.writes(),
          written,
          managerCutoff.creations(),
          poolLifecycleRun.createdResources(),
          managerCutoff.requestCount(),
          managerCutoff.busiestMinute());
    }
  }

  /** What there is when nothing happens any more, here and in the other lifecycle. */
  private static String end(PoolLifecycleRun poolLifecycleRun, Exchanger<String> between)
      throws InterruptedException, TimeoutException {
    for (int i = 1; ; i++) {
      poolLifecycleRun.awaitStillness(SILENCE);
      String mine = poolLifecycleRun.state();
      String other = between.exchange(mine, 2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
      // One of them may only have been slow; both see that they differ, and look again.
      if (i == TRIES || StateDiff.difference(mine, other).isEmpty()) {
        return mine;
      }
    }
  }
}
