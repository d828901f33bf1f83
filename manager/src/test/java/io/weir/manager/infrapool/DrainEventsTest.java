package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrainEventsTest {

  private static final ApiObject POOL = pool("workers");

  private final List<Runnable> later = new ArrayList<>();
  private final List<String> written = new ArrayList<>();
  private final DrainEvents events =
      new DrainEvents(
          later::add,
          (pool, warning, reason, note) ->
              written.add(
                  "%s %s%s %s".formatted(pool.name(), warning ? "Warning " : "", reason, note)));

  private static ApiObject pool(String name) {
    var tree = Json.MAPPER.createObjectNode();
    tree.putObject("metadata").put("name", name).put("uid", "uid-of-" + name);
    return new ApiObject(tree);
  }

  private void pass() {
    List.copyOf(later).forEach(Runnable::run);
    later.clear();
  }

  @Test
  void whatIsTheSameOfManyNodesIsOneEvent() {
    for (int i = 29; i >= 10; i--) {
      events.started(POOL, "n" + i);
    }
    events.drained(POOL, "b", "drained");
    events.drained(POOL, "a", "drained");
    assertThat(written).isEmpty();

    pass();

    assertThat(written)
        .containsExactly(
            "workers DrainStarted Nodes n10, n11, n12, n13, n14, n15, n16, n17, n18, n19"
                + " and 10 more are cordoned, and their pods are evicted",
            "workers Drained Nodes a, b: drained");
  }

  @Test
  void whatDiffersIsAnEventEach() {
    events.started(POOL, "a");
    events.started(pool("others"), "b");
    events.drained(POOL, "c", "drained");
    events.drained(POOL, "d", "the Node is gone");

    pass();

    assertThat(written)
        .containsExactlyInAnyOrder(
            "workers DrainStarted Node a is cordoned, and its pods are evicted",
            "others DrainStarted Node b is cordoned, and its pods are evicted",
            "workers Drained Node c: drained",
            "workers Drained Node d: the Node is gone");
  }

  @Test
  void whatComesAfterABatchIsTheNextOne() {
    events.started(POOL, "a");
    pass();
    events.started(POOL, "b");
    pass();

    assertThat(written).hasSize(2);
  }

  @Test
  void whatHappensToANodeIsToldInItsOrder() {
    events.drained(POOL, "a", "drained");
    events.started(POOL, "b");
    events.drained(POOL, "b", "drained");

    pass();

    assertThat(written)
        .containsExactly(
            "workers Drained Node a: drained",
            "workers DrainStarted Node b is cordoned, and its pods are evicted",
            "workers Drained Node b: drained");
  }

  @Test
  void thatTimeWasOverIsToldAtOnceAfterWhatCameBefore() {
    events.started(POOL, "a");
    events.timedOut(POOL, "a", "1 pod left: default/web");
    var atOnce = List.copyOf(written);
    pass();

    assertThat(atOnce)
        .containsExactly(
            "workers DrainStarted Node a is cordoned, and its pods are evicted",
            "workers Warning DrainTimedOut Node a: 1 pod left: default/web");
    assertThat(written).isEqualTo(atOnce);
  }

  @Test
  void thatTheTimeOfManyWasOverForTheSameReasonIsToldOnceAtOnceAndOnceMore() {
    for (String node : List.of("a", "b", "c")) {
      events.timedOut(POOL, node, "the cluster cannot be reached");
    }

    pass();

    assertThat(written)
        .containsExactly(
            "workers Warning DrainTimedOut Node a: the cluster cannot be reached",
            "workers Warning DrainTimedOut Nodes b, c: the cluster cannot be reached");
  }

  @Test
  void whatIsGatheredIsToldWhenTheManagerEnds() {
    events.started(POOL, "a");

    events.close();
    var atTheEnd = List.copyOf(written);
    pass();

    assertThat(written).isEqualTo(atTheEnd);
    assertThat(atTheEnd)
        .containsExactly("workers DrainStarted Node a is cordoned, and its pods are evicted");
  }
}
