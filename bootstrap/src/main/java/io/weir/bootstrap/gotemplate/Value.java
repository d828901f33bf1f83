package io.weir.bootstrap.gotemplate;

import java.util.Map;

/** What an expression of a template can be. */
public sealed interface Value {

  /** Whether a condition takes it for true. */
  boolean truth();

  /** A text. */
  record Text(String text) implements Value {
    @Override
    public boolean truth() {
      return !text.isEmpty();
    }
  }

  /** A whole number. */
  record Whole(int number) implements Value {
    @Override
    public boolean truth() {
      return number != 0;
    }
  }

  /** A Boolean. */
  record Flag(boolean truth) implements Value {}

  /** Values by name. */
  record Group(Map<String, Value> members) implements Value {
    public Group {
      members = Map.copyOf(members);
    }

    @Override
    public boolean truth() {
      return !members.isEmpty();
    }
  }

  /** Nothing of the name is known. */
  record Missing(String name) implements Value {
    @Override
    public boolean truth() {
      return false;
    }
  }
}
