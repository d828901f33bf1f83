package io.weir.api.conditions;

/** The status of a condition. */
public enum ConditionStatus {
  TRUE("True"),
  FALSE("False"),
  UNKNOWN("Unknown");

  private final String wire;

  ConditionStatus(String wire) {
    this.wire = wire;
  }

  /** As it stands in JSON. */
  public String jsonValue() {
    return wire;
  }

  /** As it stands in JSON. */
  @Override
  public String toString() {
    return wire;
  }

  /** The status a text stands for; unknown for anything else. */
  public static ConditionStatus of(String wire) {
    return switch (wire) {
      case "True" -> TRUE;
      case "False" -> FALSE;
      default -> UNKNOWN;
    };
  }

  /** True or False. */
  public static ConditionStatus of(boolean value) {
    return value ? TRUE : FALSE;
  }
}
