package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/**
 * A lifecycle whose manager is cut off once.
 *
 * @param name of the lifecycle
 * @param cut how
 */
record InterruptedLifecycle(String name, ManagerCutoff cut) {

  private static final Duration PATIENCE = Duration.ofMinutes(6);

  /**
   * Runs it.
   *
   * @return whether the cut came
   * @throws AssertionError where it is not like the uninterrupted one
   */
  boolean run(SharedApiServer sharedApiServer, LifecycleBaseline like) throws InterruptedException {
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, name, like.cloudType());
        var managerSuccession = new ManagerSuccession(poolLifecycleRun, cut)) {
      for (LifecyclePhase lifecyclePhase : LifecyclePhase.values()) {
        poolLifecycleRun.startPhase(lifecyclePhase);
        String wanted = like.stateAfter(lifecyclePhase);
        if (!poolLifecycleRun.awaitState(lifecyclePhase, wanted, PATIENCE)) {
          throw new AssertionError(
              "%s: %s does not end like an unbroken one%n%s%n  %s"
                  .formatted(
                      name,
                      lifecyclePhase,
                      StateDiff.difference(wanted, poolLifecycleRun.state()),
                      managerSuccession.description()));
        }
      }
      assertThat(poolLifecycleRun.createdResources())
          .as("%s, in the cloud, %s", name, managerSuccession.description())
          .isEqualTo(like.createdResources());
      assertThat(managerSuccession.creations())
          .as("%s, objects, %s", name, managerSuccession.description())
          .isEqualTo(like.creations());
      return managerSuccession.isCut();
    }
  }
}
