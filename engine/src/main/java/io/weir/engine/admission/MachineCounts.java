package io.weir.engine.admission;

import io.weir.api.admission.ObjectField;
import io.weir.api.admission.Violation;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How many machines of a group something holds for: a number, or so many of a hundred. */
final class MachineCounts {

  private static final Pattern PERCENTAGE = Pattern.compile("[-+]?[0-9]{1,18}%");

  private MachineCounts() {}

  /** What is wrong with one; nothing is with one that is not there. */
  static Stream<Violation> check(ObjectField count) {
    return !count.node().isTextual() || PERCENTAGE.matcher(count.text()).matches()
        ? Stream.empty()
        : Stream.of(
            count.invalid(
                "must be a number, such as 1, without quotes, or a percentage such as 25%"));
  }

  /** Whether it is the number 0. */
  static boolean isZero(ObjectField count) {
    return count.number().filter(number -> number == 0).isPresent();
  }
}
