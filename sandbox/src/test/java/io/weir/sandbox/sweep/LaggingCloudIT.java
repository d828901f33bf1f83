package io.weir.sandbox.sweep;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cloud whose reads show what was a while ago, each another while, as a seed has it. */
@Tag("soak")
@WithSharedApiServer
class LaggingCloudIT {

  /** Longer than it takes a quick cloud to make an instance, and than two observations. */
  private static final Duration LONGEST = Duration.ofSeconds(2);

  @RunIfDrawn(SoakCase.Single.AWS_LAGS)
  @Test
  void aLifeOnAnAwsThatLagsEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    live(sharedApiServer, like);
  }

  @RunIfDrawn(SoakCase.Single.KAPSULE_LAGS)
  @Test
  void aLifeOnAKapsuleThatLagsEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, @BaselineOn(TestCloudType.KAPSULE) LifecycleBaseline like)
      throws Exception {
    live(sharedApiServer, like);
  }

  private static void live(SharedApiServer sharedApiServer, LifecycleBaseline like)
      throws InterruptedException {
    String name = like.cloudType().lifecycleName("lag");
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, name, like.cloudType());
        var _ = RestartingManager.start(poolLifecycleRun, name, counter.hooks())) {
      var lifecycleComparison = new LifecycleComparison(poolLifecycleRun, counter, like);
      var _ =
          poolLifecycleRun
              .cloud()
              .faults()
              .injectReadLag("*", LONGEST, DrawnCases.ofThisRun().seed());
      for (LifecyclePhase lifecyclePhase : LifecyclePhase.values()) {
        poolLifecycleRun.startPhase(lifecyclePhase);
        lifecycleComparison.awaitPhaseEnd(lifecyclePhase);
      }

      lifecycleComparison.assertSameResources();
    }
  }
}
