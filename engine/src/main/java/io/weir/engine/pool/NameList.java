package io.weir.engine.pool;

import java.util.List;
import java.util.stream.Collectors;

/** Names in messages, which stay short however many there are. */
public final class NameList {

  private NameList() {}

  /** The first of them, in their order, and how many more there are. */
  public static String abbreviate(List<String> names, int atMost) {
    String first = names.stream().limit(atMost).collect(Collectors.joining(", "));
    int more = names.size() - atMost;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }
}
