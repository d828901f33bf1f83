package io.weir.api;

import org.jspecify.annotations.Nullable;

/**
 * A condition in the style of contract v1beta1: with a severity, and without a reason while it is
 * true. Core and bootstrap kinds keep theirs under {@code status.deprecated.v1beta1}, kinds of that
 * contract under {@code status.conditions}.
 *
 * @param type what it speaks of; unique in its list
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param severity {@code Error}, {@code Warning} or {@code Info}; absent unless False
 * @param reason CamelCase word for programs; absent while True
 * @param message for people
 * @param lastTransitionTime RFC 3339 time at which the status last changed
 */
public record LegacyCondition(
    String type,
    String status,
    @Nullable String severity,
    @Nullable String reason,
    @Nullable String message,
    String lastTransitionTime) {

  /** Whether the status is {@code True}. */
  public boolean holds() {
    return status.equals("True");
  }
}
