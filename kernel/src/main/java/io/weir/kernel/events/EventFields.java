package io.weir.kernel.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Events as events.k8s.io/v1 has them. */
final class EventFields {

  private static final DateTimeFormatter MICRO_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final int LONGEST_NOTE = 1024;
  private static final int LONGEST_NAME = 253;

  private EventFields() {}

  static ObjectNode newEvent(EventContent what, String instance, Instant now, long serial) {
    ApiObject object = what.regarding();
    ObjectNode event =
        Json.MAPPER.createObjectNode().put("apiVersion", "events.k8s.io/v1").put("kind", "Event");
    event
        .withObject("/metadata")
        .put("namespace", object.namespace().isEmpty() ? "default" : object.namespace())
        .put("name", name(object.name(), serial));
    event
        .put("eventTime", MICRO_TIME.format(now))
        .put("reportingController", "weir")
        .put("reportingInstance", instance)
        .put("action", what.action())
        .put("reason", what.reason())
        .put("type", what.type().apiValue())
        .put("note", cut(what.note()));
    event
        .withObject("/regarding")
        .put("apiVersion", object.apiVersion())
        .put("kind", object.groupKind().kind())
        .put("namespace", object.namespace())
        .put("name", object.name())
        .put("uid", object.uid());
    return event;
  }

  static void setSeries(ObjectNode event, int count, Instant now) {
    event.withObject("/series").put("count", count).put("lastObservedTime", MICRO_TIME.format(now));
  }

  private static String name(String object, long serial) {
    String suffix = "." + Long.toHexString(serial);
    return object.substring(0, Math.min(object.length(), LONGEST_NAME - suffix.length())) + suffix;
  }

  private static String cut(String note) {
    byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= LONGEST_NOTE) {
      return note;
    }
    int end = LONGEST_NOTE - 3;
    while ((bytes[end] & 0xc0) == 0x80) {
      end--; // not within a character
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + "...";
  }
}
