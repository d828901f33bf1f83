package io.weir.api;

/** Words of condition messages by which commands for people find what they tell. */
public final class ConditionMessages {

  /** Before why nothing may be ended now. Written by infrastructure pool controllers. */
  public static final String HELD_BACK = "held back: ";

  private ConditionMessages() {}
}
