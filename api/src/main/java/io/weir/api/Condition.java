package io.weir.api;

import org.jspecify.annotations.Nullable;

/**
 * A condition in the style of Kubernetes itself, which the v1beta2 kinds carry in {@code
 * status.conditions}.
 *
 * @param type what it speaks of; unique in its list
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason CamelCase word for programs; never empty
 * @param message for people; may be empty
 * @param lastTransitionTime RFC 3339 time at which the status last changed
 * @param observedGeneration generation of the object that it was computed from; absent if not told
 */
public record Condition(
    String type,
    String status,
    String reason,
    String message,
    String lastTransitionTime,
    @Nullable Long observedGeneration) {

  /** Whether the status is {@code True}. */
  public boolean holds() {
    return status.equals("True");
  }
}
