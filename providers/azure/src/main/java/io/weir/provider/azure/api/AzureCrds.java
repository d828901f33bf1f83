package io.weir.provider.azure.api;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import java.util.List;

/** The definitions of the Azure kinds that Weir ships. */
public final class AzureCrds {

  private AzureCrds() {}

  /** AzureMachinePool and its machines, and the kinds of another project that it reads. */
  public static List<ApiObject> all() {
    return Crds.read(
        AzureCrds.class,
        "/io/weir/provider/azure/crds/azuremachinepools.yaml",
        "/io/weir/provider/azure/crds/azuremachinepoolmachines.yaml",
        "/io/weir/provider/azure/crds/azureclusters.yaml",
        "/io/weir/provider/azure/crds/azureclusteridentities.yaml");
  }
}
