package io.weir.sandbox.sweep;

import io.weir.clouds.CloudFault;
import io.weir.manager.EmbeddedManager;
import io.weir.sandbox.sweep.RequestFaults.Mode;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
@WithSharedApiServer
class UnreliableServersIT {

  @Test
  void aLifeInAnyWeatherOfTheApiServerEndsLikeAnUnbrokenOne(SharedApiServer sharedApiServer)
      throws Exception {
    live(SoakCase.WithRequestFaults.class, storm -> in(storm.mode(), sharedApiServer, List.of()));
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

  @Test
  void aLifeBetweenAnUnreliableApiServerAndAnUnreliableCloudEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer) throws Exception {
    live(
        SoakCase.WithBothFaults.class,
        both -> in(both.mode(), sharedApiServer, List.of(fault(both.fault()))));
  }

  @Test
  void aLifeCutOffOnAnUnreliableCloudEndsLikeAnUnbrokenOne(SharedApiServer sharedApiServer)
      throws Exception {
    live(
        SoakCase.CutAmidFaults.class,
        amid -> {
          InterruptedLifecycle lifecycle =
              InterruptedLifecycle.of(amid.cut()).amid(fault(amid.fault()));
          boolean _ = lifecycle.run(sharedApiServer, sharedApiServer.unbroken(TestCloudType.AWS));
          return null;
        });
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

  private static Void in(Mode mode, SharedApiServer sharedApiServer, List<CloudFault> faults)
      throws InterruptedException {
    LifecycleBaseline like = sharedApiServer.unbroken(TestCloudType.AWS);
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    var requestFaults = new RequestFaults(mode, 3, counter);
    String name =
        faults.stream()
            .map(fault -> initials(mode) + "amid" + initials(fault.kind()))
            .findFirst()
            .orElse(mode.name());
    live(name, sharedApiServer, like, counter, requestFaults.hooks(), faults);
    return null;
  }

  /** For names of lifecycles, of which names of Nodes are made, which certificates hold. */
  static String initials(Enum<?> constant) {
    return Stream.of(constant.name().toLowerCase(Locale.ROOT).split("_"))
        .map(word -> word.substring(0, 1))
        .collect(Collectors.joining());
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
