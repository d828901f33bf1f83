package io.weir.engine.admission;

import io.weir.api.FeatureGates;
import io.weir.api.FeatureGates.Gate;
import io.weir.api.admission.Admission;
import java.util.List;

/** The admission rules of the core kinds. */
public final class EngineAdmissions {

  private EngineAdmissions() {}

  /**
   * One for each kind: MachinePool.
   *
   * @param gates without that of pools, none may be written
   */
  public static List<Admission> all(FeatureGates gates) {
    return List.of(
        gates.isEnabled(Gate.MACHINE_POOL)
            ? MachinePoolAdmission.create()
            : new DisabledMachinePoolAdmission());
  }
}
