package io.weir.sandbox.once;

import io.weir.api.ApiObject;
import io.weir.sandbox.objects.Manifests;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The Warning Events of a run's own objects: each is told once, however often it comes. */
final class WarningEvents {
  private final Set<Subject> subjects;
  private final Set<String> reported = new HashSet<>();

  /** Whom an Event is about. */
  private record Subject(String kind, String namespace, String name) {}

  /**
   * Nothing is told yet.
   *
   * @param objects whose Events matter
   */
  WarningEvents(List<ApiObject> objects) {
    subjects =
        objects.stream()
            .map(
                object ->
                    new Subject(
                        object.groupKind().kind(),
                        Manifests.keyOf(object).namespace(),
                        object.name()))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** What is new about an Event as it is now. */
  Optional<String> messageFor(ApiObject event) {
    var subject =
        new Subject(
            event.at("/regarding/kind").asText(""),
            event.at("/regarding/namespace").asText(""),
            event.at("/regarding/name").asText(""));
    if (!event.at("/type").asText("").equals("Warning") || !subjects.contains(subject)) {
      return Optional.empty();
    }
    String line =
        "Warning: %s %s: %s: %s"
            .formatted(
                subject.kind(),
                subject.name(),
                event.at("/reason").asText(""),
                event.at("/note").asText("").strip().replace("\n", " "));
    return reported.add(line) ? Optional.of(line) : Optional.empty();
  }
}
