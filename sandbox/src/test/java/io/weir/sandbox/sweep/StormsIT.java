package io.weir.sandbox.sweep;

import io.weir.clouds.Fault;
import io.weir.manager.ManagerRun;
import io.weir.sandbox.sweep.Storm.Weather;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
@OnPlane
class StormsIT {

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
                // Where what failed is asked for again at once, every third failure may meet the
                // same call of each look for ever.
                Fault.of(Fault.Kind.SERVER_ERROR).every(5),
                Fault.of(Fault.Kind.DROPPED_BEFORE).every(5),
                Fault.of(Fault.Kind.DROPPED_AFTER).every(5))
            .<Callable<Void>>map(fault -> () -> under(fault, plane, like))
            .toList();

    Together.live(lives.size(), lives);
  }

  @Test
  void aLifeOnAKapsuleThatThrottlesEndsLikeAnUnbrokenOne(
      Plane plane, @LivedOn(Terrain.KAPSULE) Unbroken like) throws Exception {
    under(Fault.of(Fault.Kind.THROTTLED).every(3), plane, like);
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
    String name = like.terrain().life(storm.toLowerCase(Locale.ROOT).replace("_", ""));
    try (var life = new Life(plane, name, like.terrain());
        var _ = Attended.start(life.arguments(name), hooks)) {
      var alike = new Alike(life, counter, like);
      faults.forEach(life.cloud().faults()::add);
      for (Phase phase : Phase.values()) {
        life.begin(phase);
        alike.end(phase);
      }

      alike.assertMade();
    }
  }
}
