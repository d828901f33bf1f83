package io.weir.provider.scaleway.admission;

import io.weir.api.admission.Admission;
import io.weir.api.admission.RuleBook;
import io.weir.provider.scaleway.api.ScalewayKeys;
import java.util.List;

/** The admission rules of the Scaleway kinds. */
public final class ScalewayAdmissions {

  private ScalewayAdmissions() {}

  /** One for each kind: ScalewayManagedMachinePool. */
  public static List<Admission> all() {
    return List.of(machinePool());
  }

  private static Admission machinePool() {
    return new RuleBook(
        ScalewayKeys.POOL,
        (_, _) -> {},
        List.of(),
        List.of(PoolRules::bounds, PoolRules::upgradePolicy),
        List.of(),
        List.of(),
        List.of());
  }
}
