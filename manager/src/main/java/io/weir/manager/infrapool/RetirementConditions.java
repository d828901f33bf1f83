package io.weir.manager.infrapool;

import io.weir.api.ConditionReasons;
import io.weir.api.ConditionTypes;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.pass.RetirementStatus;
import io.weir.provider.ProviderReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds to what a provider reports what the pass has decided about members that leave. */
final class RetirementConditions {

  private static final String INFO = "Info";
  private static final String PAUSED =
      "; the rollout is paused: take the annotation weir.io/rollout away from the MachinePool to go"
          + " on";

  private RetirementConditions() {}

  /** The report with it. */
  static ProviderReport addTo(ProviderReport report, RetirementStatus status) {
    var conditions = new ArrayList<Condition>();
    for (Condition condition : report.conditions()) {
      conditions.add(status.paused() ? paused(condition) : condition);
    }
    Set<String> inapplicable = new HashSet<>(report.inapplicable());
    status
        .leaving()
        .ifPresentOrElse(
            message -> conditions.add(leaving(message)),
            () -> inapplicable.add(ConditionTypes.DRAINING_SUCCEEDED));
    return report.withConditions(List.copyOf(conditions), inapplicable);
  }

  private static Condition leaving(String message) {
    return Condition.ofFalse(
        ConditionTypes.DRAINING_SUCCEEDED, INFO, ConditionReasons.DRAINING, message);
  }

  /** Whoever rolls, only what is outdated is held. */
  private static Condition paused(Condition condition) {
    return condition.type().equals(ConditionTypes.INSTANCES_UP_TO_DATE)
            && condition.status() == ConditionStatus.FALSE
        ? new Condition(
            condition.type(),
            condition.status(),
            condition.severity(),
            condition.reason(),
            condition.message() + PAUSED)
        : condition;
  }
}
