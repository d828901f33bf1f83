package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Lives;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WriteDamperTest {

  private static final RequestInfo POOL =
      new RequestInfo("patch", GroupKind.MACHINE_POOL, new ObjectKey("team", "workers"));
  private static final String LABEL = "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}";

  private static final List<JsonNode> PHASES =
      List.of(phase("Pending"), phase("Running"), phase("Failed"));

  private long now;
  private final WriteDamper damper = new WriteDamper(() -> now);

  @Test
  void whatIsUndoneIsWrittenThriceAndThenWithGrowingPauses() {
    var made = new ArrayList<Long>();
    for (int second = 0; second < 600; second++) {
      if (write("u", LABEL).isEmpty()) {
        made.add(Duration.ofNanos(now).toSeconds());
      }
      advance(Duration.ofSeconds(1));
    }

    assertThat(made).containsExactly(0L, 1L, 2L, 12L, 32L, 72L, 152L, 272L, 392L, 512L);
  }

  @Test
  void whatElseIsSaidOfAFieldIsWrittenAtOnceAndSoIsWhatHasHadItsRest() {
    fight();
    assertThat(write("u", LABEL)).isPresent();

    assertThat(write("u", "{\"metadata\":{\"labels\":{\"a\":\"c\"}}}")).isEmpty();
    assertThat(write("u", LABEL)).isEmpty();

    fight();
    advance(Duration.ofMinutes(4).plusSeconds(1));
    for (int i = 0; i < 3; i++) {
      assertThat(write("u", LABEL)).isEmpty();
    }
  }

  @Test
  void aCounterBesideWhatIsUndoneHidesNothing() {
    for (int i = 0; i < 3; i++) {
      assertThat(write("u", status(1))).isEmpty();
    }

    assertThat(write("u", status(2))).isEmpty();
    assertThat(write("u", status(2))).isEmpty();
    assertThat(write("u", status(2))).isEmpty();
    assertThat(write("u", status(2))).isPresent();
  }

  @Test
  void anObjectThatWasMadeAnewHasNotUndoneAnything() {
    fight();

    assertThat(write("another", LABEL)).isEmpty();
  }

  @Test
  void theTimeOfATransitionIsNoNews() {
    for (int i = 0; i < 3; i++) {
      assertThat(write("u", conditions("T0" + i))).isEmpty();
    }

    assertThat(write("u", conditions("T04"))).isPresent();
  }

  @Test
  void aWriteThatFailedIsNone() {
    for (int i = 0; i < 20; i++) {
      var _ = damper.begin(POOL, "", "u", tree(LABEL));
    }

    assertThat(write("u", LABEL)).isEmpty();
  }

  @Test
  void theMessageNamesObjectFieldsAndWhoElseSetsThem() {
    for (int i = 0; i < 3; i++) {
      damper.made(damper.begin(POOL, "", "u", tree(LABEL)), ", by field manager bot");
    }

    assertThatThrownBy(() -> damper.begin(POOL, "", "u", tree(LABEL)))
        .isInstanceOf(KubeException.Reverted.class)
        .hasMessage(
            "patch MachinePool team/workers is undone each time (metadata.labels.a, by field"
                + " manager bot): stop what undoes it; it is repeated ever more rarely");
  }

  /**
   * Ten thousand lives of an object whose fields somebody undoes, in part or in whole, while Weir
   * itself wants now this, now that: what is sent stays within its bounds, and what is held back
   * may be sent when it was said to.
   */
  @Test
  void whoeverUndoesWhatTheRateIsBoundedAndNothingIsHeldBackForEver() {
    Lives.each(10_000, this::life);
  }

  private void life(long seed) {
    var random = new Random(seed);
    now = 0;
    var one = new WriteDamper(() -> now);
    int texts = 1 + random.nextInt(3);
    var sent = new ArrayList<Sent>();
    for (int i = 0; i < 60; i++) {
      JsonNode body = PHASES.get(random.nextInt(texts));
      try {
        one.made(one.begin(POOL, "/status", "u", body), "");
        sent.add(new Sent(body, now));
      } catch (KubeException.Reverted heldBack) {
        if (heldBack.retryAfter().compareTo(Duration.ofMinutes(2)) > 0) {
          throw new AssertionError(heldBack.retryAfter());
        }
        if (random.nextInt(4) == 0) {
          advance(heldBack.retryAfter());
          one.made(one.begin(POOL, "/status", "u", body), "");
          sent.add(new Sent(body, now));
        }
      }
      advance(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 50 : 20_000)));
    }
    assertBounded(sent);
  }

  private record Sent(JsonNode body, long at) {}

  private static void assertBounded(List<Sent> sent) {
    for (int i = 0; i < sent.size(); i++) {
      Sent last = sent.get(i);
      int equal = 0;
      int inARow = 0;
      boolean row = true;
      for (int k = i; k >= 0 && last.at() - sent.get(k).at() < 10_000_000_000L; k--) {
        boolean same = sent.get(k).body().equals(last.body());
        row &= same;
        equal += same ? 1 : 0;
        inARow += row ? 1 : 0;
      }
      if (inARow > 3 || equal > 8) {
        throw new AssertionError("%d in a row, %d equal: %s".formatted(inARow, equal, sent));
      }
    }
  }

  private void fight() {
    for (int i = 0; i < 8; i++) {
      var _ = write("u", LABEL);
    }
  }

  private Optional<Duration> write(String uid, String body) {
    try {
      damper.made(damper.begin(POOL, "", uid, tree(body)), "");
      return Optional.empty();
    } catch (KubeException.Reverted heldBack) {
      return Optional.of(heldBack.retryAfter());
    }
  }

  private void advance(Duration by) {
    now += by.toNanos();
  }

  private static String status(int replicas) {
    return "{\"metadata\":{\"resourceVersion\":\"%d\"},\"status\":{\"phase\":\"Running\",\"replicas\":%d}}"
        .formatted(System.nanoTime(), replicas);
  }

  private static String conditions(String time) {
    return "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"lastTransitionTime\":\"%s\"}]}}"
        .formatted(time);
  }

  private static JsonNode phase(String phase) {
    return tree("{\"status\":{\"phase\":\"%s\"}}".formatted(phase));
  }

  private static JsonNode tree(String body) {
    try {
      return Json.MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
