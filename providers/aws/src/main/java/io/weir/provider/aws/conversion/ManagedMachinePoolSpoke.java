package io.weir.provider.aws.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.conversion.ContractVersions;
import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.HubSpokeConversion;
import io.weir.api.conversion.Spoke;
import io.weir.provider.aws.api.AwsCrds;
import io.weir.provider.aws.api.EksKeys;
import java.util.List;

/**
 * AWSManagedMachinePool in v1beta1: a field that is spelled otherwise, and fewer fields. Types of
 * images that v1beta1 does not name are shown all the same.
 */
public final class ManagedMachinePoolSpoke implements Spoke {

  private static final String NEW_SPELLING = "maxUnavailablePercentage";
  private static final String OLD_SPELLING = "maxUnavailablePrecentage";

  private static final List<String> NEWER_FIELDS =
      List.of(
          "availabilityZoneSubnetType",
          "lifecycleHooks",
          "nodeRepairConfig",
          "rolePath",
          "rolePermissionsBoundary");

  private static final List<String> NEWER_TEMPLATE_FIELDS =
      List.of(
          "capacityReservationId",
          "capacityReservationPreference",
          "enclaveOptions",
          "instanceMetadataOptions",
          "marketType",
          "nonRootVolumes",
          "privateDnsName");

  /** Between the versions that are served. */
  public static Conversion conversion() {
    return new HubSpokeConversion(
        EksKeys.POOL,
        "v1beta2",
        "v1beta1",
        new ManagedMachinePoolSpoke(),
        AwsCrds.MANAGED_MACHINE_POOLS);
  }

  @Override
  public void toHub(ObjectNode pool) {
    rename(pool, OLD_SPELLING, NEW_SPELLING);
  }

  @Override
  public void fromHub(ObjectNode pool, ContractVersions contracts) {
    rename(pool, NEW_SPELLING, OLD_SPELLING);
    if (pool.path("spec") instanceof ObjectNode spec) {
      spec.remove(NEWER_FIELDS);
      if (spec.path("awsLaunchTemplate") instanceof ObjectNode template) {
        template.remove(NEWER_TEMPLATE_FIELDS);
      }
    }
  }

  private static void rename(ObjectNode pool, String from, String to) {
    if (pool.path("spec").path("updateConfig") instanceof ObjectNode config && config.has(from)) {
      config.set(to, config.remove(from));
    }
  }
}
