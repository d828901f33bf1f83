package io.weir.kernel.events;

import io.weir.api.ApiObject;

/**
 * What an Event says.
 *
 * @param type Normal or Warning
 * @param regarding the object it happened to
 * @param reason one CamelCase word
 * @param action what was done or tried, one CamelCase word
 * @param note a sentence for people, without secrets; cut at 1,024 bytes
 */
record EventContent(Type type, ApiObject regarding, String reason, String action, String note) {

  /** How much it matters. */
  enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String wire;

    Type(String wire) {
      this.wire = wire;
    }

    String apiValue() {
      return wire;
    }
  }

  /** What makes two happenings the same one, happening again. */
  record SeriesKey(String uid, Type type, String reason, String note) {}

  SeriesKey seriesKey() {
    return new SeriesKey(regarding.uid(), type, reason, note);
  }
}
