package io.weir.sandbox.sweep;

import io.weir.clouds.CloudFault;
import io.weir.manager.EmbeddedManager;
import io.weir.sandbox.sweep.RequestFaults.Mode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
@WithSharedApiServer
class UnreliableServersIT {

  @Test
  void aLifeInAnyWeatherOfTheApiServerEndsLikeAnUnbrokenOne(SharedApiServer sharedApiServer)
      throws Exception {
    live(SoakCase.WithRequestFaults.class, storm -> in(storm.mode(), sharedApiServer));
  }

  @Test
  void aLifeOnAnUnreliableCloudEndsLikeAnUnbrokenOne(SharedApiServer sharedApiServer)
      throws Exception {
    live(
        SoakCase.WithCloudFault.class,
        cloud ->
            under(
                fault(cloud.fault()),
                sharedApiServer,
                sharedApiServer.unbroken(TestCloudType.AWS)));
  }

  /**
   * Where what failed is asked for again at once, every third failure may meet the same call of
   * each observation for ever.
   */
  private static CloudFault fault(CloudFault.Kind kind) {
    return CloudFault.of(kind).every(kind == CloudFault.Kind.THROTTLED ? 3 : 5);
  }

  @RunIfDrawn(SoakCase.Single.KAPSULE_THROTTLES)
  @Test
  void aLifeOnAKapsuleThatThrottlesEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, @BaselineOn(TestCloudType.KAPSULE) LifecycleBaseline like)
      throws Exception {
    under(CloudFault.of(CloudFault.Kind.THROTTLED).every(3), sharedApiServer, like);
  }

  /** A lifecycle to run. */
  private interface LifecycleRun<C> {
    Void live(C how) throws InterruptedException;
  }

  private static <C extends SoakCase> void live(Class<C> sort, LifecycleRun<C> lifecycleRun)
      throws InterruptedException {
    List<Callable<Void>> lives =
        SoakCase.ofThisRun(sort).stream()
            .<Callable<Void>>map(each -> () -> lifecycleRun.live(each))
            .toList();
    Assumptions.assumeFalse(lives.isEmpty(), "none is among the cases of this run");

    ParallelRuns.runAll(lives.size(), lives);
  }

  private static Void in(Mode mode, SharedApiServer sharedApiServer) throws InterruptedException {
    LifecycleBaseline like = sharedApiServer.unbroken(TestCloudType.AWS);
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    var requestFaults = new RequestFaults(mode, 3, counter);
    live(mode.name(), sharedApiServer, like, counter, requestFaults.hooks(), List.of());
    return null;
  }

  private static Void under(
      CloudFault cloudFault, SharedApiServer sharedApiServer, LifecycleBaseline like)
      throws InterruptedException {
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    live(
        cloudFault.kind().name(),
        sharedApiServer,
        like,
        counter,
        counter.hooks(),
        List.of(cloudFault));
    return null;
  }

  private static void live(
      String storm,
      SharedApiServer sharedApiServer,
      LifecycleBaseline like,
      ManagerCutoff counter,
      EmbeddedManager.Hooks hooks,
      List<CloudFault> faults)
      throws InterruptedException {
    String name = like.cloudType().lifecycleName(storm.toLowerCase(Locale.ROOT).replace("_", ""));
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, name, like.cloudType());
        var _ = RestartingManager.start(poolLifecycleRun, name, hooks)) {
      var lifecycleComparison = new LifecycleComparison(poolLifecycleRun, counter, like);
      faults.forEach(poolLifecycleRun.cloud().faults()::add);
      for (LifecyclePhase lifecyclePhase : LifecyclePhase.values()) {
        poolLifecycleRun.startPhase(lifecyclePhase);
        lifecycleComparison.awaitPhaseEnd(lifecyclePhase);
      }

      lifecycleComparison.assertSameResources();
    }
  }
}
