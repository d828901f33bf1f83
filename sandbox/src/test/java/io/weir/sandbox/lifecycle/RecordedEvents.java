package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.ObjectCache;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.ObjectWaiter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What a sandbox's manager has told of objects, each known by kind, namespace and name. */
record RecordedEvents(Sandbox sandbox) {

  private static final GroupKind EVENT = new GroupKind("events.k8s.io", "Event");

  private static final Duration FIRST_LIST = Duration.ofMinutes(2);

  /** All that there are, of whomever. */
  List<ApiObject> all() {
    ObjectCache cache = sandbox.kube().cache(EVENT);
    try {
      assertThat(cache.awaitSynced(FIRST_LIST)).isTrue(); // else there seem to be none
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
    return cache.list();
  }

  /** Waits until an Event of this object says all of these words. */
  void await(GroupKind kind, ObjectKey regarding, String reason, Duration patience, String... words)
      throws InterruptedException {
    try (var objectWaiter = ObjectWaiter.start(sandbox.kube().cache(EVENT), patience)) {
      assertThat(objectWaiter.awaitUntil(() -> count(kind, regarding, reason, words) > 0))
          .as(
              "an event %s of %s %s that says %s; there are %s",
              reason, kind.kind(), regarding, List.of(words), notes(regarding))
          .isTrue();
    }
  }

  /** How many Events of this object say all of these words. */
  long count(GroupKind kind, ObjectKey regarding, String reason, String... words) {
    return all().stream()
        .filter(event -> event.at("/regarding/kind").asText().equals(kind.kind()))
        .filter(event -> event.at("/regarding/name").asText().equals(regarding.name()))
        .filter(event -> event.at("/regarding/namespace").asText().equals(regarding.namespace()))
        .filter(event -> event.at("/reason").asText().equals(reason))
        .filter(event -> Stream.of(words).allMatch(event.at("/note").asText()::contains))
        .count();
  }

  private List<String> notes(ObjectKey regarding) {
    return all().stream()
        .filter(event -> event.at("/regarding/name").asText().equals(regarding.name()))
        .map(
            event ->
                "%s %s: %s"
                    .formatted(
                        event.at("/regarding/kind").asText(),
                        event.at("/reason").asText(),
                        event.at("/note").asText()))
        .toList();
  }
}
