package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.CloudFault;
import io.weir.clouds.FaultInjector;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cloud whose reads show what was a while ago, each another while, as a seed has it. */
@Tag("soak")
@WithSharedApiServer
class LaggingCloudIT {

  /** Longer than it takes a quick cloud to make an instance, and than two observations. */
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Of a manager whose looks at what remains begin later than reads lag: two and a half times. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final int SEEDS = 3;

  @RunIfDrawn(SoakCase.Single.AWS_LAGS)
  @Test
  void aLifeOnAnAwsThatLagsEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    live(sharedApiServer, like, "lag", LaggingCloudIT::lagReads);
  }

  @RunIfDrawn(SoakCase.Single.AWS_TAGS_LAG)
  @Test
  void aLifeOnAnAwsWhoseTagsLagAndWhoseGroupsGoBeforeTheirInstancesEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    live(
        sharedApiServer,
        like,
        "lagtags",
        faults -> {
          faults.add(CloudFault.of(CloudFault.Kind.GONE_EARLY));
          var _ = faults.injectTagLag("*", LONGEST, seed());
        });
  }

  @RunIfDrawn(SoakCase.Single.KAPSULE_LAGS)
  @Test
  void aLifeOnAKapsuleThatLagsEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, @BaselineOn(TestCloudType.KAPSULE) LifecycleBaseline like)
      throws Exception {
    live(sharedApiServer, like, "lag", LaggingCloudIT::lagReads);
  }

  @RunIfDrawn(SoakCase.Single.AWS_DELETED_WITHIN_LAG)
  @Test
  void aPoolOnAwsThatIsDeletedBeforeAnyReadShowsItLeavesNothing(SharedApiServer sharedApiServer)
      throws Exception {
    deleteBeforeItShows(sharedApiServer, TestCloudType.AWS);
  }

  @RunIfDrawn(SoakCase.Single.KAPSULE_DELETED_WITHIN_LAG)
  @Test
  void aPoolOnKapsuleThatIsDeletedBeforeAnyReadShowsItLeavesNothing(SharedApiServer sharedApiServer)
      throws Exception {
    deleteBeforeItShows(sharedApiServer, TestCloudType.KAPSULE);
  }

  private static void live(
      SharedApiServer sharedApiServer,
      LifecycleBaseline like,
      String shortName,
      Consumer<FaultInjector> lag)
      throws InterruptedException {
    String name = like.cloudType().lifecycleName(shortName);
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, name, like.cloudType());
        var _ = RestartingManager.start(poolLifecycleRun, name, counter.hooks())) {
      var lifecycleComparison = new LifecycleComparison(poolLifecycleRun, counter, like);
      lag.accept(poolLifecycleRun.cloud().faults());
      for (LifecyclePhase lifecyclePhase : LifecyclePhase.values()) {
        poolLifecycleRun.startPhase(lifecyclePhase);
        lifecycleComparison.awaitPhaseEnd(lifecyclePhase);
      }

      lifecycleComparison.assertSameResources();
    }
  }

  /** By another manager than the one that created it, which knows nothing of its answers. */
  private static void deleteBeforeItShows(SharedApiServer sharedApiServer, TestCloudType cloudType)
      throws InterruptedException {
    for (int i = 0; i < SEEDS; i++) {
      String name = cloudType.lifecycleName("lagdel" + i);
      var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
      try (var run = new PoolLifecycleRun(sharedApiServer, name, cloudType)) {
        FaultInjector faults = run.cloud().faults();
        faults.add(CloudFault.of(CloudFault.Kind.GONE_EARLY));
        var _ = faults.injectReadLag("*", LONGEST, seed() + i);
        try (var _ = RestartingManager.start(run, run.arguments(name, SOON), counter.hooks())) {
          run.startPhase(LifecyclePhase.CREATE);
          run.awaitScaleSet();
        }

        run.startPhase(LifecyclePhase.DELETE);
        try (var _ = RestartingManager.start(run, run.arguments(name, SOON), counter.hooks())) {
          assertThat(run.awaitPhaseEnd(LifecyclePhase.DELETE, LifecycleComparison.PATIENCE))
              .as(run.cloudCalls().toString())
              .isTrue();
          assertThat(run.cloud().comparableState()).doesNotContain(PoolLifecycleRun.POOL);
          assertThat(run.createdScaleSets()).isOne();
        }
      }
    }
  }

  private static void lagReads(FaultInjector faults) {
    var _ = faults.injectReadLag("*", LONGEST, seed());
  }

  private static long seed() {
    return DrawnCases.ofThisRun().seed();
  }
}
