package io.weir.api.conditions;

import org.jspecify.annotations.Nullable;

/**
 * A condition as its controller wants it. {@link ConditionLists} writes it in one of two forms,
 * {@link V1Beta2} or {@link V1Beta1}, and keeps the time of its last change.
 *
 * @param type CamelCase, unique in the list
 * @param status whether it holds
 * @param severity {@code Error}, {@code Warning} or {@code Info}; empty unless it is False and
 *     meant for the form of v1beta1
 * @param reason CamelCase; empty only where it is True and meant for the form of v1beta1
 * @param message for people, without clock times; may be empty
 */
public record Condition(
    String type, ConditionStatus status, String severity, String reason, String message) {

  public Condition {
    if (type.isEmpty()) {
      throw new IllegalArgumentException("a condition needs a type: " + message);
    }
  }

  /**
   * The form of Kubernetes itself, which the kinds of v1beta2 carry in {@code status.conditions}.
   *
   * @param type what it speaks of; unique in its list
   * @param status {@code True}, {@code False} or {@code Unknown}
   * @param reason CamelCase word for programs; never empty
   * @param message for people; may be empty
   * @param lastTransitionTime RFC 3339 time at which the status last changed
   * @param observedGeneration generation of the object that it was computed from; absent if not
   *     told
   */
  public record V1Beta2(
      String type,
      String status,
      String reason,
      String message,
      String lastTransitionTime,
      @Nullable Long observedGeneration) {

    /** Whether the status is {@code True}. */
    public boolean holds() {
      return ConditionStatus.of(status) == ConditionStatus.TRUE;
    }
  }

  /**
   * The form of contract v1beta1: with a severity, and without a reason while it is true. Core and
   * bootstrap kinds keep theirs under {@code status.deprecated.v1beta1}, kinds of that contract
   * under {@code status.conditions}.
   *
   * @param type what it speaks of; unique in its list
   * @param status {@code True}, {@code False} or {@code Unknown}
   * @param severity {@code Error}, {@code Warning} or {@code Info}; absent unless False
   * @param reason CamelCase word for programs; absent while True
   * @param message for people
   * @param lastTransitionTime RFC 3339 time at which the status last changed
   */
  public record V1Beta1(
      String type,
      String status,
      @Nullable String severity,
      @Nullable String reason,
      @Nullable String message,
      String lastTransitionTime) {

    /** Whether the status is {@code True}. */
    public boolean holds() {
      return ConditionStatus.of(status) == ConditionStatus.TRUE;
    }
  }

  /** One that holds or does not, without a severity. */
  public static Condition of(String type, boolean holds, String reason, String message) {
    return new Condition(type, ConditionStatus.of(holds), "", reason, message);
  }

  /** One that holds, for the form of v1beta1, which then needs no reason. */
  public static Condition ofTrue(String type) {
    return new Condition(type, ConditionStatus.TRUE, "", "", "");
  }

  /** One that holds. */
  public static Condition ofTrue(String type, String reason, String message) {
    return of(type, true, reason, message);
  }

  /** One that does not hold. */
  public static Condition ofFalse(String type, String reason, String message) {
    return of(type, false, reason, message);
  }

  /** One that does not hold, for the form of v1beta1. */
  public static Condition ofFalse(String type, String severity, String reason, String message) {
    return new Condition(type, ConditionStatus.FALSE, severity, reason, message);
  }

  /** One of which nothing is known. */
  public static Condition ofUnknown(String type, String reason, String message) {
    return new Condition(type, ConditionStatus.UNKNOWN, "", reason, message);
  }

  /** Whether it holds. */
  public boolean isTrue() {
    return status == ConditionStatus.TRUE;
  }
}
