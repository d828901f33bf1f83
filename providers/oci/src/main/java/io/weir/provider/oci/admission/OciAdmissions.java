package io.weir.provider.oci.admission;

import io.weir.api.admission.Admission;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.provider.oci.api.OciKinds;
import java.util.List;

/** The admission rules of the Oracle Cloud kinds. */
public final class OciAdmissions {

  private OciAdmissions() {}

  /** One for each kind of pool. */
  public static List<Admission> all() {
    return List.of(managedMachinePool(), machinePool());
  }

  private static Admission managedMachinePool() {
    return new RuleBasedAdmission(
        OciKinds.MANAGED_MACHINE_POOL,
        (pool, _) -> NodePoolRules.fillPodNetwork(pool),
        List.of(),
        List.of(
            NodePoolRules::versionIsOne,
            NodePoolRules::shapeSizeIsNumeric,
            NodePoolRules::evictionGraceIsPossible,
            NodePoolRules::cyclingAllowsProgress,
            NodePoolRules::podNetworkIsKnown),
        List.of(NodePoolRules::nameIsShort),
        List.of(),
        List.of(NodePoolRules::warnOfOldImage));
  }

  private static Admission machinePool() {
    return new RuleBasedAdmission(
        OciKinds.MACHINE_POOL,
        (_, _) -> {},
        List.of(),
        List.of(
            InstancePoolRules::shapeIsNamed,
            InstancePoolRules::hostIsNotDedicated,
            InstancePoolRules::shapeSizeIsOne,
            InstancePoolRules::platformIsKnown),
        List.of(),
        List.of(),
        List.of(InstancePoolRules::warnOfNoImage));
  }
}
