package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The way to the API server, and it itself, gone again and again. */
@Tag("soak")
@WithSharedApiServer
class OutagesIT {

  private static final int CUTS_A_PHASE = 8;

  /** A phase may do with fewer writes than were counted; what follows goes on without the next. */
  private static final Duration NEXT_WRITE = Duration.ofSeconds(90);

  @RunIfDrawn(SoakCase.Single.CONNECTIONS_CUT)
  @Test
  void aLifeWhoseConnectionsAreCutAgainAndAgainEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    URI server = sharedApiServer.controlPlane().server();
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    int cuts = 0;
    int lost = 0;
    try (var proxy = new TcpProxy(server);
        var poolLifecycleRun =
            new PoolLifecycleRun(
                sharedApiServer,
                "connections",
                TestCloudType.AWS,
                sharedApiServer
                    .access()
                    .throughProxy(proxy, server, sharedApiServer.controlPlane().directory()));
        var _ = RestartingManager.start(poolLifecycleRun, "connections", counter.hooks())) {
      var lifecycleComparison = new LifecycleComparison(poolLifecycleRun, counter, like);
      for (LifecyclePhase lifecyclePhase : LifecyclePhase.values()) {
        int before = counter.writes().size();
        poolLifecycleRun.startPhase(lifecyclePhase);
        int most = like.minimumWrites(lifecyclePhase, CUTS_A_PHASE);
        cuts += most;
        for (int writes = 1; writes <= most; writes++) {
          counter.awaitWrites(before + writes, NEXT_WRITE);
          lost += proxy.cut();
        }
        lifecycleComparison.awaitPhaseEnd(lifecyclePhase);
      }

      lifecycleComparison.assertSameResources();
    }
    System.out.printf("%d cuts, %d connections lost%n", cuts, lost);
    assertThat(lost).isGreaterThan(cuts);
  }

  @RunIfDrawn(SoakCase.Single.API_SERVER_KILLED)
  @Test
  void aLifeWhoseApiServerIsKilledAgainAndAgainEndsLikeAnUnbrokenOne(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    var counter = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    try (var poolLifecycleRun =
            new PoolLifecycleRun(sharedApiServer, "restarts", TestCloudType.AWS);
        var _ = RestartingManager.start(poolLifecycleRun, "restarts", counter.hooks())) {
      var lifecycleComparison = new LifecycleComparison(poolLifecycleRun, counter, like);
      for (LifecyclePhase lifecyclePhase : LifecyclePhase.values()) {
        int before = counter.writes().size();
        poolLifecycleRun.startPhase(lifecyclePhase);
        counter.awaitWrites(before + like.minimumWrites(lifecyclePhase, 3), NEXT_WRITE);
        sharedApiServer.controlPlane().killApiServer();
        sharedApiServer.controlPlane().startApiServer();
        // Else what is measured is its patience.
        sharedApiServer.controlPlane().restartControllers();
        lifecycleComparison.awaitPhaseEnd(lifecyclePhase);
      }

      lifecycleComparison.assertSameResources();
    }
  }
}
