package io.weir.api.conditions;

/**
 * A condition of today's form, as its controller wants it; the time of its last change is kept by
 * {@link Conditions}.
 *
 * @param type CamelCase, unique in the list
 * @param status whether it holds
 * @param reason CamelCase, never empty
 * @param message for people; may be empty
 * @param observedGeneration the generation it speaks of; 0 for none
 */
public record Condition(
    String type, ConditionStatus status, String reason, String message, long observedGeneration) {

  public Condition {
    if (type.isEmpty() || reason.isEmpty()) {
      throw new IllegalArgumentException("a condition needs a type and a reason: " + type);
    }
  }

  /** A condition that holds. */
  public static Condition isTrue(String type, String reason, String message) {
    return new Condition(type, ConditionStatus.TRUE, reason, message, 0);
  }

  /** A condition that does not hold. */
  public static Condition isFalse(String type, String reason, String message) {
    return new Condition(type, ConditionStatus.FALSE, reason, message, 0);
  }

  /** A condition of which nothing is known. */
  public static Condition isUnknown(String type, String reason, String message) {
    return new Condition(type, ConditionStatus.UNKNOWN, reason, message, 0);
  }

  /** The same, said of this generation. */
  public Condition of(long generation) {
    return new Condition(type, status, reason, message, generation);
  }

  /** Whether it holds. */
  public boolean holds() {
    return status == ConditionStatus.TRUE;
  }
}
