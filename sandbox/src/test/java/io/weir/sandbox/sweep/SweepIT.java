package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The manager's death at each of its writes. The system property {@code weir.sweep.every} takes
 * every so many of them only, beginning at one that is drawn; {@code weir.sweep.seed} draws it
 * again.
 */
@Tag("sweep")
@OnPlane
class SweepIT {

  private static final int AT_ONCE = 14;
  static final int EVERY = Integer.getInteger("weir.sweep.every", 1);
  private static final long SEED =
      Long.getLong("weir.sweep.seed", System.currentTimeMillis() % 10_000);

  @Test
  void aLifeCutOffAtAnyWriteEndsLikeAnUnbrokenOne(Plane plane, Unbroken like) throws Exception {
    sweep(plane, like, EVERY);
  }

  /** Lives that are cut off at one of so many writes each. */
  static void sweep(Plane plane, Unbroken like, int every) throws InterruptedException {
    int writes = like.writes().size();
    int first = 1 + new Random(SEED).nextInt(every);
    var lives = new ArrayList<Callable<Boolean>>();
    IntStream.rangeClosed(1, writes)
        .filter(n -> n % every == first % every)
        .forEach(n -> lives.addAll(cutAt(n, plane, like)));

    List<Boolean> cut = Together.live(AT_ONCE, lives);

    long came = cut.stream().filter(it -> it).count();
    System.out.printf(
        "crash sweep, %s: %d writes %s, %d lives, %d of them cut off; every %d, seed %d%n",
        like.terrain(), writes, like.written(), cut.size(), came, every, SEED);
    // A life may do with a few writes less than the one that was counted.
    assertThat(came).isGreaterThan(cut.size() * 8L / 10);
  }

  private static List<Callable<Boolean>> cutAt(int n, Plane plane, Unbroken like) {
    return Stream.of(Cut.Side.values())
        .map(side -> broken(n, side, like.terrain()))
        .<Callable<Boolean>>map(broken -> () -> broken.live(plane, like))
        .toList();
  }

  private static Broken broken(int n, Cut.Side side, Terrain terrain) {
    String name = terrain.life("cut%d%s".formatted(n, side.name().toLowerCase(Locale.ROOT)));
    return new Broken(name, new Cut(n, side));
  }
}
