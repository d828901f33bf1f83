package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a life leaves when nothing goes wrong.
 *
 * @param terrain where it was lived
 * @param pictures what exists at the end of each phase
 * @param writes the manager's, in order
 * @param written how many of them fell into each phase
 * @param creations objects that the API server created for it, by kind
 * @param made resources of the cloud, by kind and name
 * @param calls all its requests
 * @param busiestMinute those of the minute that had most
 */
record Unbroken(
    Terrain terrain,
    Map<Phase, String> pictures,
    List<String> writes,
    Map<Phase, Integer> written,
    Map<String, Integer> creations,
    Map<String, Integer> made,
    int calls,
    int busiestMinute) {

  private static final Duration PATIENCE = Duration.ofMinutes(6);

  /** Longer than any pause between two writes that follow from each other. */
  private static final Duration SILENCE = Duration.ofSeconds(7);

  /** So often two lives that differ may still differ by how far they are. */
  private static final int TRIES = 5;

  /**
   * Lives two at once, which must not differ.
   *
   * @throws AssertionError if the manager ends differently from time to time
   */
  static Unbroken of(Plane plane, Terrain terrain) {
    var between = new Exchanger<String>();
    try {
      List<Unbroken> both =
          Together.live(
              2,
              List.<Callable<Unbroken>>of(
                  () -> live(plane, terrain.life("whole1"), terrain, between),
                  () -> live(plane, terrain.life("whole2"), terrain, between)));
      for (Phase phase : Phase.values()) {
        assertThat(Told.difference(both.getFirst().picture(phase), both.getLast().picture(phase)))
            .as("two unbroken lives at the end of " + phase)
            .isEmpty();
      }
      return both.getFirst();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** What exists at the end of a phase. */
  String picture(Phase phase) {
    return String.valueOf(pictures.get(phase));
  }

  /** A number of writes that a phase surely comes to, this many at most. */
  int surelyWritten(Phase phase, int most) {
    return Math.clamp(written.get(phase) / 2, 1, most);
  }

  private static Unbroken live(Plane plane, String name, Terrain terrain, Exchanger<String> between)
      throws InterruptedException, TimeoutException {
    var cut = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    var pictures = new EnumMap<Phase, String>(Phase.class);
    var written = new EnumMap<Phase, Integer>(Phase.class);
    try (var life = new Life(plane, name, terrain);
        var managers = new Managers(life, cut)) {
      for (Phase phase : Phase.values()) {
        int before = cut.writes().size();
        life.begin(phase);
        if (!life.awaitEnd(phase, PATIENCE)) {
          throw new AssertionError(
              "%s does not end, unbroken%n%s%n%s"
                  .formatted(phase, life.picture(), managers.told()));
        }
        pictures.put(phase, end(life, between));
        written.put(phase, cut.writes().size() - before);
      }
      return new Unbroken(
          terrain,
          pictures,
          cut.writes(),
          written,
          cut.creations(),
          life.made(),
          cut.calls(),
          cut.busiestMinute());
    }
  }

  /** What there is when nothing happens any more, here and in the other life. */
  private static String end(Life life, Exchanger<String> between)
      throws InterruptedException, TimeoutException {
    for (int i = 1; ; i++) {
      life.awaitStillness(SILENCE);
      String mine = life.picture();
      String other = between.exchange(mine, 2 * PATIENCE.toSeconds(), TimeUnit.SECONDS);
      // One of them may only have been slow; both see that they differ, and look again.
      if (i == TRIES || Told.difference(mine, other).isEmpty()) {
        return mine;
      }
    }
  }
}
