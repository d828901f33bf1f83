package io.weir.sandbox.live;

import io.weir.api.ApiObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads Events of the API server as activity. */
final class EventActivityReader {
  private EventActivityReader() {}

  /** The entry; empty for an Event from before that moment. */
  static Optional<ActivityEntry> of(ApiObject event, Instant since) {
    Instant at = at(event);
    if (at.isBefore(since)) {
      return Optional.empty();
    }
    String about =
        event.at("/regarding/kind").asText("") + " " + event.at("/regarding/name").asText("");
    String note = event.at("/note").asText("").strip().replace("\n", " ");
    String reason = event.at("/reason").asText("");
    boolean warning = event.at("/type").asText("").equals("Warning");
    return Optional.of(
        new ActivityEntry(
            at,
            about,
            reason + (note.isEmpty() ? "" : ": " + note),
            warning ? ActivityEntry.Tone.BAD : ActivityEntry.Tone.PLAIN,
            Math.max(1, event.at("/series/count").asInt(1))));
  }

  private static Instant at(ApiObject event) {
    return Stream.of("/series/lastObservedTime", "/eventTime", "/deprecatedLastTimestamp")
        .map(pointer -> event.at(pointer).asText(""))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .map(EventActivityReader::parsed)
        .or(event::creationTimestamp)
        .orElse(Instant.EPOCH);
  }

  private static Instant parsed(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException _) {
      return Instant.EPOCH;
    }
  }
}
