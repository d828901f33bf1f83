package io.weir.sandbox.watchman;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A property that was broken.
 *
 * @param property which
 * @param place the namespace or the cloud where it happened, by which a life is found; empty if
 *     there is none
 * @param subject the object or resource that it happened to, and how
 * @param story what happened, which together breaks the property
 */
public record Violation(Property property, String place, String subject, List<HistoryEvent> story) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  public Violation {
    story = story.stream().sorted(Comparator.comparing(HistoryEvent::at)).toList();
  }

  /** The property, what broke it, and what happened in order. */
  @Override
  public String toString() {
    return "broken: %s%n  %s%n%s"
        .formatted(
            property.sentence(),
            subject,
            story.stream()
                .map(event -> "    " + TIME.format(event.at()) + " " + event.summary())
                .collect(Collectors.joining("\n")));
  }
}
