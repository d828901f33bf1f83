package io.weir.provider.aws.admission;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.provider.aws.api.EksKeys;
import java.util.List;

/** The admission rules of the AWS kinds. */
public final class AwsAdmissions {

  private static final GroupKind MACHINE_POOL =
      new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool");

  private AwsAdmissions() {}

  /** One for each kind: AWSMachinePool, AWSManagedMachinePool. */
  public static List<Admission> all() {
    return List.of(machinePool(), managedMachinePool());
  }

  private static Admission machinePool() {
    return new RuleBasedAdmission(
        MACHINE_POOL,
        AwsMachinePoolDefaults::fill,
        List.of(),
        List.of(
            AutoScalingGroupRules::sizes,
            AutoScalingGroupRules::durations,
            ReferenceRules::check,
            AutoScalingGroupRules::refresh,
            AutoScalingGroupRules::distribution,
            InstanceTypeRules::check,
            TagRules::check,
            LifecycleHookRules::check,
            VolumeRules::check,
            PurchaseOptionRules::check),
        List.of(PoolNameRules::check),
        List.of(),
        List.of(
            LifecycleHookRules::warnOfLongTimeouts,
            UnusedFields::warnings,
            TagRules::warnOfOtherClusters,
            InstanceMetadataRules::warnOfReadableUserData));
  }

  private static Admission managedMachinePool() {
    return new RuleBasedAdmission(
        EksKeys.POOL,
        ManagedPoolDefaults::fill,
        List.of(),
        List.of(
            ManagedPoolRules::check,
            TagRules::check,
            LifecycleHookRules::check,
            ReferenceRules::check,
            VolumeRules::check),
        List.of(ManagedPoolRules::checkNew),
        List.of(ManagedPoolRules::fixed),
        List.of(
            LifecycleHookRules::warnOfLongTimeouts,
            ManagedPoolRules::warnOfUnused,
            TagRules::warnOfOtherClusters));
  }
}
