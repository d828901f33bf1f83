package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/**
 * Compares a lifecycle whose requests fail with the uninterrupted one.
 *
 * @param lifecycle which
 * @param counter counts what its manager does
 * @param baseline what it has to end like
 */
record LifecycleComparison(
    PoolLifecycleRun lifecycle, ManagerCutoff counter, LifecycleBaseline baseline) {

  /** How long a phase may take while requests fail. */
  static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Calls that are refused bring others; without a bound they would be thousands. */
  private static final int MORE_CALLS = 5;

  private static final int MORE_A_MINUTE = 3;

  /** Waits until the phase has ended as it does in the uninterrupted lifecycle. */
  void awaitPhaseEnd(LifecyclePhase lifecyclePhase) throws InterruptedException {
    String wanted = baseline.stateAfter(lifecyclePhase);
    if (!lifecycle.awaitState(lifecyclePhase, wanted, PATIENCE)) {
      throw new AssertionError(
          "%s: %s does not end like an unbroken one%n%s%n%s"
                  .formatted(
                      lifecycle.name(),
                      lifecyclePhase,
                      StateDiff.difference(wanted, lifecycle.state()),
                      counter.writes())
              + "\n"
              + lifecycle.cloudCalls());
    }
  }

  /** Each thing came into being once, and nobody was asked without measure. */
  void assertSameResources() {
    System.out.printf(
        "%s: %d requests, %d a minute at most, %d writes; unbroken %d, %d, %d%n",
        lifecycle.name(),
        counter.requestCount(),
        counter.busiestMinute(),
        counter.writes().size(),
        baseline.calls(),
        baseline.busiestMinute(),
        baseline.writes().size());
    assertThat(lifecycle.createdResources())
        .as(() -> lifecycle.name() + "\n" + lifecycle.cloudHistory())
        .isEqualTo(baseline.createdResources());
    // One whose answer got lost counts in the cluster and not here.
    assertThat(counter.creations())
        .as(lifecycle.name())
        .allSatisfy(
            (kind, count) ->
                assertThat(count).as(kind).isLessThanOrEqualTo(baseline.creations().get(kind)));
    assertThat(counter.requestCount())
        .as(lifecycle.name())
        .isLessThan(MORE_CALLS * baseline.calls());
    assertThat(counter.busiestMinute())
        .as("%s, requests in a minute", lifecycle.name())
        .isLessThan(MORE_A_MINUTE * baseline.busiestMinute());
    assertThat(counter.writes().size())
        .as(lifecycle.name())
        .isLessThan(MORE_CALLS * baseline.writes().size());
    assertThat(lifecycle.cloud().journal().calls().size())
        .as(lifecycle.name())
        .isLessThan(MORE_CALLS * baseline.calls());
  }
}
