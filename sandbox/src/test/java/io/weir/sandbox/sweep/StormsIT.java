package io.weir.sandbox.sweep;

import io.weir.clouds.Fault;
import io.weir.manager.ManagerRun;
import io.weir.sandbox.sweep.Storm.Weather;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("soak")
@OnPlane
class StormsIT {

  @Test
  void aLifeInAnyWeatherOfTheApiServerEndsLikeAnUnbrokenOne(Plane plane) throws Exception {
    live(SoakCase.InStorm.class, storm -> in(storm.weather(), plane));
  }

  @Test
  void aLifeOnAnUnreliableCloudEndsLikeAnUnbrokenOne(Plane plane) throws Exception {
    live(
        SoakCase.OnCloud.class,
        cloud -> under(fault(cloud.fault()), plane, plane.unbroken(Terrain.AWS)));
  }

  /**
   * Where what failed is asked for again at once, every third failure may meet the same call of
   * each look for ever.
   */
  private static Fault fault(Fault.Kind kind) {
    return Fault.of(kind).every(kind == Fault.Kind.THROTTLED ? 3 : 5);
  }

  @Drawn(SoakCase.Single.KAPSULE_THROTTLES)
  @Test
  void aLifeOnAKapsuleThatThrottlesEndsLikeAnUnbrokenOne(
      Plane plane, @LivedOn(Terrain.KAPSULE) Unbroken like) throws Exception {
    under(Fault.of(Fault.Kind.THROTTLED).every(3), plane, like);
  }

  /** A life. */
  private interface Lived<C> {
    Void live(C how) throws InterruptedException;
  }

  private static <C extends SoakCase> void live(Class<C> sort, Lived<C> lived)
      throws InterruptedException {
    List<Callable<Void>> lives =
        SoakCase.ofThisRun(sort).stream()
            .<Callable<Void>>map(each -> () -> lived.live(each))
            .toList();
    Assumptions.assumeFalse(lives.isEmpty(), "none is among the cases of this run");

    Together.live(lives.size(), lives);
  }

  private static Void in(Weather weather, Plane plane) throws InterruptedException {
    Unbroken like = plane.unbroken(Terrain.AWS);
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
