package io.weir.provider.azure.admission;

import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.provider.azure.api.AzureKinds;
import java.util.List;

/** The admission rules of the Azure kinds. */
public final class AzureAdmissions {

  private AzureAdmissions() {}

  /** One for each kind that has rules. */
  public static List<Admission> all() {
    return List.of(
        machinePool(GeneratedValues.random()),
        machinePoolMachine(),
        clusterIdentity(),
        managedMachinePool(),
        managedMachinePoolTemplate(),
        asoManagedMachinePool(),
        asoManagedMachinePoolTemplate());
  }

  /** Draws beforehand what takes seconds to draw when the first pool is written. */
  public static void prepare() {
    String _ = GeneratedValues.random().sshPublicKeys().get();
  }

  static Admission machinePool(GeneratedValues generated) {
    return new RuleBasedAdmission(
        AzureKinds.MACHINE_POOL,
        new AzureMachinePoolDefaults(generated),
        List.of(),
        List.of(
            ImageRules::check,
            DiskRules::check,
            NetworkRules::check,
            IdentityRules::check,
            MachineRules::check,
            StrategyRules::check,
            StrategyRules::skipIsUnderstood,
            TagRules::check),
        List.of(),
        List.of(IdentityRules::roleNameIsKept, MachineRules::bootstrapExtensionIsKept),
        List.of(
            FixedFields::warnings,
            NetworkRules::warnOfUnusedField,
            MachineRules::warnOfReadableSecrets,
            MachineRules::warnOfNamesThatMayCollide,
            StrategyRules::warnOfNoRoom,
            TagRules::warnings));
  }

  static Admission managedMachinePool() {
    return ofManagedPool(
        AzureKinds.MANAGED_MACHINE_POOL, new AksPoolDefaults(), AksPoolRules.OF_POOL);
  }

  static Admission managedMachinePoolTemplate() {
    return ofManagedPool(
        AzureKinds.MANAGED_MACHINE_POOL_TEMPLATE,
        (template, _) ->
            JsonDefaults.find(template, "spec", "template", "spec")
                .ifPresent(AksPoolDefaults::fillSpec),
        AksPoolRules.OF_TEMPLATE);
  }

  static Admission asoManagedMachinePool() {
    return new AsoPoolRights(AzureKinds.ASO_MANAGED_MACHINE_POOL, "spec.resources");
  }

  static Admission asoManagedMachinePoolTemplate() {
    return new AsoPoolRights(
        AzureKinds.ASO_MANAGED_MACHINE_POOL_TEMPLATE, "spec.template.spec.resources");
  }

  private static Admission ofManagedPool(
      GroupKind kind, AdmissionRule.Defaulter defaulter, AksPoolRules rules) {
    return new RuleBasedAdmission(
        kind,
        defaulter,
        List.of(),
        rules.always(),
        rules.atCreation(),
        List.of(rules::fixedFieldsStay),
        List.of());
  }

  static Admission machinePoolMachine() {
    return new RuleBasedAdmission(
        AzureKinds.MACHINE_POOL_MACHINE,
        (_, _) -> {},
        List.of(),
        List.of(),
        List.of(),
        List.of(MachineRules::providerIdIsKept),
        List.of());
  }

  static Admission clusterIdentity() {
    return new RuleBasedAdmission(
        AzureKinds.CLUSTER_IDENTITY,
        (_, _) -> {},
        List.of(),
        List.of(ClusterIdentityRules::check),
        List.of(),
        List.of(ClusterIdentityRules::typeIsKept),
        List.of(ClusterIdentityRules::warnings));
  }
}
