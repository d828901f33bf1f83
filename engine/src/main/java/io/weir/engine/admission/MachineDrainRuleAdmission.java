package io.weir.engine.admission;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.engine.drain.MachineDrainRuleRules;
import java.util.List;

/** What is refused when a MachineDrainRule is written: while one is not valid, drains wait. */
final class MachineDrainRuleAdmission {

  private MachineDrainRuleAdmission() {}

  static Admission create() {
    return new RuleBasedAdmission(
        GroupKind.MACHINE_DRAIN_RULE,
        (_, _) -> {},
        List.of(),
        List.of(
            MachineDrainRuleRules::orderIsOfEvictions, MachineDrainRuleRules::selectorsAreValid),
        List.of(),
        List.of(),
        List.of());
  }
}
