package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.Fault;
import io.weir.manager.ManagerRun;
import io.weir.sandbox.sweep.Storm.Weather;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@OnPlane
class StormsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Cloud calls that are refused bring others; without a bound they would be thousands. */
  private static final int MORE_CALLS = 5;

  private static final int CUTS_A_PHASE = 8;

  @Test
  void aLifeInAnyWeatherOfTheApiServerEndsLikeAnUnbrokenOne(Plane plane, Unbroken like)
      throws Exception {
    List<Callable<Void>> lives =
        Stream.of(Weather.values()).<Callable<Void>>map(it -> () -> in(it, plane, like)).toList();

    Together.live(lives.size(), lives);
  }

  @Test
  void aLifeOnAnUnreliableCloudEndsLikeAnUnbrokenOne(Plane plane, Unbroken like) throws Exception {
    List<Callable<Void>> lives =
        Stream.of(
                Fault.of(Fault.Kind.THROTTLED).every(3),
                Fault.of(Fault.Kind.SERVER_ERROR).every(3),
                Fault.of(Fault.Kind.DROPPED_BEFORE).every(3),
                Fault.of(Fault.Kind.DROPPED_AFTER).every(3))
            .<Callable<Void>>map(fault -> () -> under(fault, plane, like))
            .toList();

    Together.live(lives.size(), lives);
  }

  @Test
  void aLifeWhoseConnectionsAreCutAgainAndAgainEndsLikeAnUnbrokenOne(Plane plane, Unbroken like)
      throws Exception {
    URI server = plane.control().server();
    var counter = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    int lost = 0;
    try (var proxy = new TcpProxy(server);
        var life =
            new Life(
                plane,
                "connections",
                plane.way().through(proxy, server, plane.control().directory()));
        var _ = ManagerRun.start(life.arguments("connections"), counter.hooks())) {
      for (Phase phase : Phase.values()) {
        int before = counter.writes().size();
        life.begin(phase);
        for (int writes = 1; writes <= CUTS_A_PHASE; writes++) {
          counter.awaitWrites(before + writes, PATIENCE);
          lost += proxy.cut();
        }
        end(life, phase, counter, like);
      }

      assertLike(life, counter, like);
    }
    assertThat(lost).isGreaterThan(CUTS_A_PHASE * Phase.values().length);
  }

  @Test
  void aLifeWhoseApiServerIsKilledAgainAndAgainEndsLikeAnUnbrokenOne(Plane plane, Unbroken like)
      throws Exception {
    var counter = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    try (var life = new Life(plane, "restarts");
        var _ = ManagerRun.start(life.arguments("restarts"), counter.hooks())) {
      for (Phase phase : Phase.values()) {
        int before = counter.writes().size();
        life.begin(phase);
        counter.awaitWrites(before + 3, PATIENCE);
        plane.control().killApiServer();
        plane.control().startApiServer();
        end(life, phase, counter, like);
      }

      assertLike(life, counter, like);
    }
  }

  private static Void in(Weather weather, Plane plane, Unbroken like) throws InterruptedException {
    var counter = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    var storm = new Storm(weather, 3, counter);
    live(weather.name(), plane, like, counter, storm.hooks(), List.of());
    return null;
  }

  private static Void under(Fault fault, Plane plane, Unbroken like) throws InterruptedException {
    var counter = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    live(fault.kind().name(), plane, like, counter, counter.hooks(), List.of(fault));
    return null;
  }

  private static void live(
      String storm,
      Plane plane,
      Unbroken like,
      Cut counter,
      ManagerRun.Hooks hooks,
      List<Fault> faults)
      throws InterruptedException {
    String name = storm.toLowerCase(Locale.ROOT).replace("_", "");
    try (var life = new Life(plane, name);
        var _ = ManagerRun.start(life.arguments(name), hooks)) {
      faults.forEach(life.cloud().faults()::add);
      for (Phase phase : Phase.values()) {
        life.begin(phase);
        end(life, phase, counter, like);
      }

      assertLike(life, counter, like);
    }
  }

  private static void end(Life life, Phase phase, Cut counter, Unbroken like)
      throws InterruptedException {
    String wanted = like.picture(phase);
    if (!life.await(phase, wanted, PATIENCE)) {
      throw new AssertionError(
          "%s: %s does not end like an unbroken one%n%s%n%s"
                  .formatted(
                      life.name(), phase, Told.difference(wanted, life.picture()), counter.writes())
              + "\n"
              + life.calls());
    }
  }

  /** Each thing came into being once, and nobody was asked without measure. */
  private static void assertLike(Life life, Cut counter, Unbroken like) {
    System.out.printf(
        "%s: %d requests, %d writes; unbroken %d, %d%n",
        life.name(), counter.calls(), counter.writes().size(), like.calls(), like.writes().size());
    assertThat(life.made()).as(life.name()).isEqualTo(like.made());
    // One whose answer got lost counts in the cluster and not here.
    assertThat(counter.creations())
        .as(life.name())
        .allSatisfy(
            (kind, count) ->
                assertThat(count).as(kind).isLessThanOrEqualTo(like.creations().get(kind)));
    assertThat(counter.calls()).as(life.name()).isLessThan(MORE_CALLS * like.calls());
    assertThat(counter.writes().size())
        .as(life.name())
        .isLessThan(MORE_CALLS * like.writes().size());
    assertThat(new ArrayList<>(life.cloud().journal().calls()).size())
        .as(life.name())
        .isLessThan(MORE_CALLS * like.calls());
  }
}
