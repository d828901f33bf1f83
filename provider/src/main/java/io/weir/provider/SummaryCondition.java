package io.weir.provider;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import java.util.Comparator;
import java.util.List;

/**
 * One condition for several, in the form with severities: the worst of them, or True, with what is
 * worth a warning.
 */
public final class SummaryCondition {

  private static final List<String> WORST_FIRST = List.of("Error", "Warning", "Info", "");

  private SummaryCondition() {}

  /**
   * The summary.
   *
   * @param warning what is told although all of them are True; may be empty
   */
  public static Condition of(String type, List<Condition> conditions, String warning) {
    return conditions.stream()
        .filter(condition -> !condition.isTrue())
        .min(
            Comparator.comparing(
                    (Condition condition) -> condition.status() == ConditionStatus.UNKNOWN)
                .thenComparingInt(condition -> WORST_FIRST.indexOf(condition.severity())))
        .map(
            worst ->
                new Condition(
                    type, worst.status(), worst.severity(), worst.reason(), worst.message()))
        .orElseGet(() -> Condition.ofTrue(type, "", warning));
  }
}
