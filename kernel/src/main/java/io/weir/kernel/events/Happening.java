package io.weir.kernel.events;

import io.weir.api.ApiObject;

/**
 * What an Event says.
 *
 * @param severity Normal or Warning
 * @param regarding the object it happened to
 * @param reason one CamelCase word
 * @param action what was done or tried, one CamelCase word
 * @param note a sentence for people, without secrets; cut at 1,024 bytes
 */
record Happening(
    Severity severity, ApiObject regarding, String reason, String action, String note) {

  /** How much it matters. */
  enum Severity {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String wire;

    Severity(String wire) {
      this.wire = wire;
    }

    String wire() {
      return wire;
    }
  }

  /** What makes two happenings the same one, happening again. */
  record Identity(String uid, Severity severity, String reason, String note) {}

  Identity identity() {
    return new Identity(regarding.uid(), severity, reason, note);
  }
}
