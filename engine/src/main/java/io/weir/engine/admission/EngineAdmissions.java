package io.weir.engine.admission;

import io.weir.api.FeatureGates;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.admission.Admission;
import io.weir.engine.watch.ReconciledObjects;
import java.util.List;

/** The admission rules of the core kinds. */
public final class EngineAdmissions {

  private EngineAdmissions() {}

  /**
   * One for each kind: MachinePool, Machine and what belongs to Machines, and MachineDrainRule.
   *
   * @param gates without that of pools, none may be written
   * @param reconciled pools that this manager reconciles; others may be written, and are held by
   *     nobody
   */
  public static List<Admission> all(FeatureGates gates, ReconciledObjects reconciled) {
    return List.of(
        gates.isEnabled(Gate.MACHINE_POOL)
            ? MachinePoolAdmission.create(reconciled)
            : new DisabledMachinePoolAdmission(),
        MachineAdmission.create(),
        MachineHealthCheckAdmission.create(),
        MachineSetAdmission.create(),
        MachineDeploymentAdmission.create(),
        MachineDrainRuleAdmission.create());
  }
}
