package io.weir.sandbox.fields;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What each thing that was done to a property did to a running pool, in order.
 *
 * @param effects by what was done
 */
public record PropertyEffects(Map<Edit, Effect> effects) {

  /** What is done to a property. */
  public enum Edit {
    SET,
    CHANGED,
    EMPTIED,
    REMOVED,
    INVALID
  }

  /** What follows. */
  public enum Effect {
    /** The API server refuses it, and says which field is wrong. */
    REFUSED,
    /** The pool has another machine. */
    ROLLS,
    /** The cloud or the Node has what is new; the machine stays. */
    IN_PLACE,
    /** Neither has anything new. */
    NOTHING,
    /** A condition names the field, and the cloud is as before. */
    BLOCKED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  public PropertyEffects {
    effects = new LinkedHashMap<>(effects);
  }

  /** Such as {@code set rolls, changed rolls, emptied refused}. */
  @Override
  public String toString() {
    return effects.entrySet().stream()
        .map(entry -> entry.getKey().name().toLowerCase(Locale.ROOT) + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
