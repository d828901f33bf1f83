package io.weir.engine.retire;

import java.util.Arrays;
import java.util.Optional;

/** Why an instance leaves. */
public enum RetirementReason {
  /** Its Machine was deleted. */
  MACHINE_DELETED("machine-deleted"),
  /** It has failed, or never joined. */
  UNHEALTHY("unhealthy"),
  /** The pool has more than are wanted. */
  SCALE_IN("scale-in"),
  /** It is not as it would be made now. */
  ROLL("roll"),
  /** The cloud ends it, on its own or because others asked it to. */
  ENDED_BY_CLOUD("ended-by-cloud");

  private final String text;

  RetirementReason(String text) {
    this.text = text;
  }

  /** As annotations and messages have it. */
  public String text() {
    return text;
  }

  static Optional<RetirementReason> of(String text) {
    return Arrays.stream(values()).filter(reason -> reason.text.equals(text)).findFirst();
  }
}
