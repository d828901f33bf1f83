package io.weir.api.conditions;

/**
 * A condition of the v1beta1 contract. Severity and reason are only for conditions that are False.
 *
 * @param type CamelCase, unique in the list
 * @param status whether it holds
 * @param severity Error, Warning or Info; empty unless False
 * @param reason CamelCase; empty if there is none to give
 * @param message for people; may be empty
 */
public record LegacyCondition(
    String type, ConditionStatus status, String severity, String reason, String message) {

  /** A condition that holds. */
  public static LegacyCondition isTrue(String type) {
    return new LegacyCondition(type, ConditionStatus.TRUE, "", "", "");
  }

  /** A condition that does not hold. */
  public static LegacyCondition isFalse(
      String type, String severity, String reason, String message) {
    return new LegacyCondition(type, ConditionStatus.FALSE, severity, reason, message);
  }
}
