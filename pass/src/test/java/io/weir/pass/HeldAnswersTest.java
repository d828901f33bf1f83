package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.provider.PoolIntent.Held;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HeldAnswersTest {

  private static final ObjectKey POOL = new ObjectKey("default", "workers");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final HeldAnswers heldAnswers = new HeldAnswers();

  @Test
  void eachOfManyHasItsTurnOnceAnInterval() {
    var waiting = new TreeMap<String, Boolean>();
    for (int i = 0; i < 25; i++) {
      waiting.put("i-" + i, i % 2 == 0);
    }
    var turns = new ArrayList<String>();
    Instant now = NOW;
    int passes = 0;
    while (now.isBefore(NOW.plus(HeldAnswers.INTERVAL))) {
      HeldAnswers.Turn turn = heldAnswers.turn(POOL, waiting, now);
      for (Held held : turn.due()) {
        heldAnswers.accepted(POOL, held, now);
        turns.add(held.instanceId());
      }
      passes++;
      now = turn.next().orElseThrow();
    }

    assertThat(turns).hasSize(25).containsExactlyInAnyOrderElementsOf(waiting.keySet());
    assertThat(passes).isEqualTo(3);
  }

  @Test
  void whatWasNotAcceptedIsDueInTheNextPass() {
    Map<String, Boolean> waiting = Map.of("i-1", false);
    var held = new Held("i-1", false, NOW);

    assertThat(heldAnswers.turn(POOL, waiting, NOW).due()).containsExactly(held);
    assertThat(heldAnswers.turn(POOL, waiting, NOW).due()).containsExactly(held);
    heldAnswers.accepted(POOL, held, NOW);
    assertThat(heldAnswers.turn(POOL, waiting, NOW).due()).isEmpty();
  }

  @Test
  void oneThatWasMadeToWaitIsReleasedAtOnceAndThenNotAgainForAWhile() {
    heldAnswers.accepted(POOL, new Held("i-1", false, NOW), NOW);
    Map<String, Boolean> released = Map.of("i-1", true);
    var held = new Held("i-1", true, NOW);

    assertThat(heldAnswers.turn(POOL, released, NOW).due()).containsExactly(held);
    heldAnswers.accepted(POOL, held, NOW);

    HeldAnswers.Turn turn = heldAnswers.turn(POOL, released, NOW.plusSeconds(60));
    assertThat(turn.due()).isEmpty();
    assertThat(turn.next()).contains(NOW.plus(HeldAnswers.INTERVAL));
  }

  @Test
  void nobodyIsDueWhereNobodyWaits() {
    heldAnswers.accepted(POOL, new Held("i-1", true, NOW), NOW);

    assertThat(heldAnswers.turn(POOL, Map.of(), NOW))
        .isEqualTo(new HeldAnswers.Turn(List.of(), Optional.empty()));
  }
}
