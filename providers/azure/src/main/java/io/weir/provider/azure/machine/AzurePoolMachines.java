package io.weir.provider.azure.machine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.admission.MetadataSyntax;
import io.weir.provider.InfrastructureMachines;
import io.weir.provider.Instance;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureMetadataKeys;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.util.HashMap;
import java.util.Map;

/** The AzureMachinePoolMachines of a scale set, as upstream's provider makes them. */
public final class AzurePoolMachines implements InfrastructureMachines<ObservedScaleSet> {

  @Override
  public GroupKind kind() {
    return AzureKinds.MACHINE_POOL_MACHINE;
  }

  @Override
  public String finalizer() {
    return AzureMetadataKeys.MACHINE_FINALIZER;
  }

  @Override
  public String name(ApiObject pool, Instance instance) {
    return MachineNames.of(pool.name(), instance.id());
  }

  @Override
  public Map<String, String> labels(ApiObject pool, String clusterName) {
    var labels = new HashMap<String, String>();
    labels.put(clusterName, AzureMetadataKeys.OWNED);
    if (MetadataSyntax.isLabelValue(pool.name())) {
      labels.put(AzureMetadataKeys.MACHINE_POOL_LABEL, pool.name());
    }
    return labels;
  }

  @Override
  public ObjectNode spec(ObservedScaleSet observed, Instance instance) {
    return Json.MAPPER
        .createObjectNode()
        .put("instanceID", instance.id())
        .put("providerID", instance.providerId());
  }

  @Override
  public MachineReport report(ObservedScaleSet observed, MachineSubject machine) {
    return new MachineReporter(observed, machine).report();
  }
}
