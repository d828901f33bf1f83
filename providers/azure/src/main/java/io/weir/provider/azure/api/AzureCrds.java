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

  /** The pools of AKS with their templates, and the kinds of another project beside them. */
  public static List<ApiObject> ofAks() {
    return Crds.read(
        AzureCrds.class,
        "/io/weir/provider/azure/crds/azureasomanagedmachinepools.yaml",
        "/io/weir/provider/azure/crds/azureasomanagedmachinepooltemplates.yaml",
        "/io/weir/provider/azure/crds/azureasomanagedcontrolplanes.yaml",
        "/io/weir/provider/azure/crds/azureasomanagedclusters.yaml",
        "/io/weir/provider/azure/crds/azuremanagedmachinepools.yaml",
        "/io/weir/provider/azure/crds/azuremanagedmachinepooltemplates.yaml",
        "/io/weir/provider/azure/crds/azuremanagedcontrolplanes.yaml",
        "/io/weir/provider/azure/crds/azuremanagedclusters.yaml");
  }
}
