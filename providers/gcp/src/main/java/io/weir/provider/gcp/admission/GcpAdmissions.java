package io.weir.provider.gcp.admission;

import io.weir.api.admission.Admission;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.List;

/** The admission rules of the Google Cloud kinds. */
public final class GcpAdmissions {

  private GcpAdmissions() {}

  /** One for each kind of pool. */
  public static List<Admission> all() {
    return List.of(machinePool(), managedMachinePool());
  }

  private static Admission machinePool() {
    return new RuleBasedAdmission(
        GcpConstants.MACHINE_POOL,
        (_, _) -> {},
        List.of(),
        PoolRules.ALL,
        List.of(NameRules::check),
        List.of(),
        List.of(PoolWarnings::of));
  }

  private static Admission managedMachinePool() {
    return new RuleBasedAdmission(
        GcpConstants.MANAGED_MACHINE_POOL,
        (_, _) -> {},
        List.of(),
        List.of(
            NodePoolRules::scaling,
            NodePoolRules::counts,
            NodePoolRules::labels,
            NodePoolRules::taints,
            NodePoolRules::sysctls),
        List.of(NodePoolRules::name),
        List.of(NodePoolRules::fixed),
        List.of(NodePoolRules::warnings));
  }
}
