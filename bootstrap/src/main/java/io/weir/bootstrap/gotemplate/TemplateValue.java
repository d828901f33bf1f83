package io.weir.bootstrap.gotemplate;

import java.util.Map;

/** What an expression of a template can be. */
public sealed interface TemplateValue {

  /** Whether a condition takes it for true. */
  boolean isTruthy();

  /** A text. */
  record TextValue(String text) implements TemplateValue {
    @Override
    public boolean isTruthy() {
      return !text.isEmpty();
    }
  }

  /** A whole number. */
  record IntegerValue(int number) implements TemplateValue {
    @Override
    public boolean isTruthy() {
      return number != 0;
    }
  }

  /** A Boolean. */
  record BooleanValue(boolean isTruthy) implements TemplateValue {}

  /** Values by name. */
  record MapValue(Map<String, TemplateValue> members) implements TemplateValue {
    public MapValue {
      members = Map.copyOf(members);
    }

    @Override
    public boolean isTruthy() {
      return !members.isEmpty();
    }
  }

  /** Nothing of the name is known. */
  record MissingValue(String name) implements TemplateValue {
    @Override
    public boolean isTruthy() {
      return false;
    }
  }
}
