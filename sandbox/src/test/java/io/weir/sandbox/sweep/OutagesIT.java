package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The way to the API server, and it itself, gone again and again. */
@Tag("soak")
@OnPlane
class OutagesIT {

  private static final int CUTS_A_PHASE = 8;

  /** A phase may do with fewer writes than were counted; what follows goes on without the next. */
  private static final Duration NEXT_WRITE = Duration.ofSeconds(90);

  @Drawn(SoakCase.Single.CONNECTIONS_CUT)
  @Test
  void aLifeWhoseConnectionsAreCutAgainAndAgainEndsLikeAnUnbrokenOne(Plane plane, Unbroken like)
      throws Exception {
    URI server = plane.control().server();
    var counter = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    int cuts = 0;
    int lost = 0;
    try (var proxy = new TcpProxy(server);
        var life =
            new Life(
                plane,
                "connections",
                Terrain.AWS,
                plane.way().through(proxy, server, plane.control().directory()));
        var _ = Attended.start(life.arguments("connections"), counter.hooks())) {
      var alike = new Alike(life, counter, like);
      for (Phase phase : Phase.values()) {
        int before = counter.writes().size();
        life.begin(phase);
        int most = like.surelyWritten(phase, CUTS_A_PHASE);
        cuts += most;
        for (int writes = 1; writes <= most; writes++) {
          counter.awaitWrites(before + writes, NEXT_WRITE);
          lost += proxy.cut();
        }
        alike.end(phase);
      }

      alike.assertMade();
    }
    System.out.printf("%d cuts, %d connections lost%n", cuts, lost);
    assertThat(lost).isGreaterThan(cuts);
  }

  @Drawn(SoakCase.Single.API_SERVER_KILLED)
  @Test
  void aLifeWhoseApiServerIsKilledAgainAndAgainEndsLikeAnUnbrokenOne(Plane plane, Unbroken like)
      throws Exception {
    var counter = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    try (var life = new Life(plane, "restarts", Terrain.AWS);
        var _ = Attended.start(life.arguments("restarts"), counter.hooks())) {
      var alike = new Alike(life, counter, like);
      for (Phase phase : Phase.values()) {
        int before = counter.writes().size();
        life.begin(phase);
        counter.awaitWrites(before + like.surelyWritten(phase, 3), NEXT_WRITE);
        plane.control().killApiServer();
        plane.control().startApiServer();
        // Else what is measured is its patience.
        plane.control().restartControllers();
        alike.end(phase);
      }

      alike.assertMade();
    }
  }
}
