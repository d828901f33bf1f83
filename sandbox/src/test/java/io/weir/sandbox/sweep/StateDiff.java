package io.weir.sandbox.sweep;

import java.util.ArrayList;
import java.util.List;

/** How two states differ, in words. */
final class StateDiff {

  private static final int LINES = 60;

  private StateDiff() {}

  /** The lines that only one of them has. */
  static String difference(String wanted, String is) {
    var missing = new ArrayList<>(wanted.lines().toList());
    var surplus = new ArrayList<String>();
    for (String line : is.lines().toList()) {
      if (!missing.remove(line)) {
        surplus.add("  + " + line);
      }
    }
    var lines = new ArrayList<String>();
    missing.forEach(line -> lines.add("  - " + line));
    lines.addAll(surplus);
    List<String> shown = lines.subList(0, Math.min(LINES, lines.size()));
    return String.join("\n", shown);
  }
}
