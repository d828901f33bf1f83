package io.weir.provider.aws.admission;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.RuleBook;
import java.util.List;

/** The admission rules of the AWS kinds. */
public final class AwsAdmissions {

  private static final GroupKind MACHINE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");

  private AwsAdmissions() {}

  /** One for each kind: AWSMachinePool. */
  public static List<Admission> all() {
    return List.of(machinePool());
  }

  private static Admission machinePool() {
    return new RuleBook(
        MACHINE_POOL,
        PoolDefaults::fill,
        List.of(),
        List.of(
            GroupRules::sizes,
            GroupRules::durations,
            GroupRules::subnets,
            GroupRules::refresh,
            TagRules::check,
            HookRules::check,
            VolumeRules::check,
            MarketRules::check,
            GroupRules::securityGroups),
        List.of(NameRules::check),
        List.of(),
        List.of(HookRules::longWaits, UnusedFields::tell));
  }
}
