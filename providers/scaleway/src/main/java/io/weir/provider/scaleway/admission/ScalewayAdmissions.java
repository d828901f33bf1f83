package io.weir.provider.scaleway.admission;

import io.weir.api.admission.Admission;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.provider.scaleway.api.ScalewayConstants;
import java.util.List;

/** The admission rules of the Scaleway kinds. */
public final class ScalewayAdmissions {

  private ScalewayAdmissions() {}

  /** One for each kind: ScalewayManagedMachinePool. */
  public static List<Admission> all() {
    return List.of(machinePool());
  }

  private static Admission machinePool() {
    return new RuleBasedAdmission(
        ScalewayConstants.POOL,
        (_, _) -> {},
        List.of(),
        List.of(
            ScalewayPoolRules::scalingBoundsAreValid,
            ScalewayPoolRules::upgradePolicyAllowsProgress,
            ScalewayPoolRules::additionalTagsAreNotReserved),
        List.of(),
        List.of(),
        List.of());
  }
}
