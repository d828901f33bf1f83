package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.RuleBasedAdmission;
import java.util.List;

/** What is filled in and refused when a MachineHealthCheck is written. */
final class MachineHealthCheckAdmission {

  private static final int NODE_STARTUP_TIMEOUT_SECONDS = 600;

  private MachineHealthCheckAdmission() {}

  static Admission create() {
    return new RuleBasedAdmission(
        GroupKind.MACHINE_HEALTH_CHECK,
        (check, _) -> fill(check),
        List.of(),
        List.of(
            MachineHealthCheckRules::selectorIsValid,
            MachineHealthCheckRules::selectorIsOfTheCluster,
            MachineHealthCheckRules::startupTakesItsTime,
            MachineHealthCheckRules::limitIsANumberOrPercentage),
        List.of(MachineHealthCheckRules::rangeIsNotEmpty),
        List.of(
            (was, is) -> MachineSpecRules.clusterNameIsImmutable("MachineHealthCheck", was, is)),
        List.of());
  }

  private static void fill(ObjectNode check) {
    MachineDefaults.labelCluster(check);
    JsonDefaults.find(check, "spec")
        .flatMap(spec -> JsonDefaults.getOrCreate(spec, "checks"))
        .filter(checks -> JsonDefaults.isBlank(checks, "nodeStartupTimeoutSeconds"))
        .ifPresent(checks -> checks.put("nodeStartupTimeoutSeconds", NODE_STARTUP_TIMEOUT_SECONDS));
  }
}
