package io.weir.api.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What a change made wrong, and what was wrong before. The same trouble at another index is not a
 * new one: items move when something is put before them.
 *
 * @param introduced was not wrong before
 * @param preexisting was
 */
record ViolationChanges(List<Violation> introduced, List<Violation> preexisting) {

  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

  static ViolationChanges of(List<Violation> before, List<Violation> now) {
    var unmatched = new ArrayList<>(before);
    // The same place first, so that of two alike the one that stayed is the one that is kept.
    List<Violation> moved = strike(unmatched, now, UnaryOperator.identity());
    List<Violation> made = strike(unmatched, moved, ViolationChanges::anywhere);
    var kept = new ArrayList<>(now);
    made.forEach(kept::remove);
    return new ViolationChanges(made, List.copyOf(kept));
  }

  /** Strikes each of {@code now} from {@code before}; returns those that were not there. */
  private static List<Violation> strike(
      List<Violation> before, List<Violation> now, UnaryOperator<Violation> form) {
    var left = new ArrayList<Violation>();
    for (Violation violation : now) {
      Violation wanted = form.apply(violation);
      int found = before.stream().map(form).toList().indexOf(wanted);
      if (found < 0) {
        left.add(violation);
      } else {
        before.remove(found);
      }
    }
    return List.copyOf(left);
  }

  private static Violation anywhere(Violation violation) {
    return new Violation(
        violation.type(),
        INDEX.matcher(violation.field()).replaceAll("[]"),
        violation.value(),
        INDEX.matcher(violation.message()).replaceAll("[]"));
  }
}
