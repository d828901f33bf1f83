package io.weir.provider.azure.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.calls.ArmApi;
import io.weir.provider.azure.account.calls.ArmClient;
import io.weir.provider.azure.account.calls.ArmRequest;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The scale sets of a resource group and their instances, as Resource Manager is asked of them. */
record ScaleSetCalls(ArmClient arm) {

  private static final String COMPUTE = "/providers/Microsoft.Compute";
  private static final String INSTANCE_VIEW = "instanceView";

  /** A call that is about the scale sets of the group, by Azure's name of it. */
  private ArmRequest ofSets(String verb) {
    return ArmRequest.of(
        "VirtualMachineScaleSets_" + verb,
        ArmApi.COMPUTE,
        arm.scope().groupPath() + COMPUTE + "/virtualMachineScaleSets");
  }

  /** A call that is about one scale set. */
  ArmRequest ofSet(String verb, String name) {
    return ofSet(verb, name, "");
  }

  /** A call that does something with one scale set, such as {@code /delete}. */
  ArmRequest ofSet(String verb, String name, String below) {
    ArmRequest all = ofSets(verb);
    return ArmRequest.of(all.action(), all.api(), all.path() + "/" + name + below);
  }

  /**
   * All scale sets of the group, others' too: names are unique among all of them, in whatever
   * location. There are none in a group that does not exist.
   */
  List<JsonNode> listSets() throws ProviderException {
    return ProviderException.NotFound.asEmpty(() -> arm.list(ofSets("List"))).orElse(List.of());
  }

  /** One scale set; empty if Azure says that there is none. */
  Optional<JsonNode> findSet(String name) throws ProviderException {
    return ProviderException.NotFound.asEmpty(() -> arm.get(ofSet("Get", name)));
  }

  /**
   * The instances of a scale set with what Azure sees of each, whether it runs above all. Azure
   * counts this list alike with and without.
   */
  List<JsonNode> listInstances(JsonNode set) throws ProviderException {
    String name = set.path("name").asText();
    ArmRequest instances =
        ObservedScaleSet.isFlexible(set)
            ? machines()
                .with(
                    "$filter",
                    "'virtualMachineScaleSet/id' eq '%s'".formatted(set.path("id").asText()))
            : ArmRequest.of(
                "VirtualMachineScaleSetVMs_List",
                ArmApi.COMPUTE,
                ofSet("List", name).path() + "/virtualMachines");
    return arm.list(instances.with("$expand", INSTANCE_VIEW));
  }

  private ArmRequest machines() {
    return ArmRequest.of(
        "VirtualMachines_List",
        ArmApi.COMPUTE,
        arm.scope().groupPath() + COMPUTE + "/virtualMachines");
  }

  /**
   * The virtual machines of the group that are of scale sets, by the names of these, whether or not
   * the sets are still there.
   */
  Map<String, List<JsonNode>> listMachinesBySet() throws ProviderException {
    var found = new TreeMap<String, List<JsonNode>>(String.CASE_INSENSITIVE_ORDER);
    List<JsonNode> all =
        ProviderException.NotFound.asEmpty(() -> arm.list(machines())).orElse(List.of());
    for (JsonNode each : all) {
      String id = each.path("properties").path("virtualMachineScaleSet").path("id").asText("");
      found
          .computeIfAbsent(id.substring(id.lastIndexOf('/') + 1), _ -> new ArrayList<>())
          .add(each);
    }
    return found;
  }
}
