package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.CloudFault;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A lifecycle whose manager is cut off once.
 *
 * @param name of the lifecycle
 * @param cut how
 * @param faults of its cloud, all the time
 */
record InterruptedLifecycle(String name, ManagerCutoff cut, List<CloudFault> faults) {

  private static final Duration PATIENCE = Duration.ofMinutes(6);

  /** One on a cloud that works. */
  static InterruptedLifecycle of(SoakCase.CutAt cut) {
    String side = cut.side().name().toLowerCase(Locale.ROOT);
    return new InterruptedLifecycle(
        cut.cloudType().lifecycleName("cut%d%s".formatted(cut.write(), side)),
        new ManagerCutoff(cut.write(), cut.side()),
        List.of());
  }

  /** The same on a cloud with a fault. */
  InterruptedLifecycle amid(CloudFault fault) {
    return new InterruptedLifecycle(
        name + UnreliableServersIT.initials(fault.kind()), cut, List.of(fault));
  }

  /**
   * Runs it.
   *
   * @return whether the cut came
   * @throws AssertionError where it is not like the uninterrupted one
   */
  boolean run(SharedApiServer sharedApiServer, LifecycleBaseline like) throws InterruptedException {
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, name, like.cloudType());
        var managerSuccession = new ManagerSuccession(poolLifecycleRun, cut)) {
      faults.forEach(poolLifecycleRun.cloud().faults()::add);
      for (LifecyclePhase lifecyclePhase : like.cloudType().phases()) {
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
        assertThat(poolLifecycleRun.lostPods())
            .as(
                "%s, at the end of %s, Pods that ended with their Nodes, %s",
                name, lifecyclePhase, managerSuccession.description())
            .isEmpty();
      }
      assertThat(poolLifecycleRun.createdResources())
          .as(
              () ->
                  "%s, in the cloud, %s%n%s"
                      .formatted(
                          name, managerSuccession.description(), poolLifecycleRun.cloudHistory()))
          .isEqualTo(like.createdResources());
      assertThat(managerSuccession.creations())
          .as("%s, objects, %s", name, managerSuccession.description())
          .isEqualTo(like.creations());
      return managerSuccession.isCut();
    }
  }
}
