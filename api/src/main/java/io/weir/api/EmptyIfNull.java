package io.weir.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes an absent list or map an empty one, for fields where the two mean the same. */
public final class EmptyIfNull {

  private EmptyIfNull() {}

  /** An immutable copy; empty when there was none. */
  public static <T> List<T> list(@Nullable List<T> given) {
    return given == null ? List.of() : List.copyOf(given);
  }

  /** An immutable copy in the given order; empty when there was none. */
  public static <V> Map<String, V> map(@Nullable Map<String, V> given) {
    return given == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }
}
