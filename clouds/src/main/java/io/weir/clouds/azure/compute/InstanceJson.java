package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.azure.arm.ResourceId;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Instances as Azure shows them. */
final class InstanceJson {
  private InstanceJson() {}

  /**
   * One as its scale set lists it. Of virtual machines that are resources of their own it tells
   * less than they themselves do: no profiles and no tags.
   *
   * @see <a href="https://github.com/Azure/azure-rest-api-specs/issues/27441">what lists of
   *     Flexible scale sets leave out</a>
   */
  static ObjectNode listed(ScaleSetInstance instance, boolean withView) {
    boolean flexible = instance.set.isFlexible();
    ObjectNode json =
        head(instance, InstanceAddressing.listed(instance)).put("instanceId", instance.id);
    ObjectNode properties = Documents.object(json, "properties");
    if (!flexible) {
      properties.put("latestModelApplied", instance.isLatest());
      properties.put("modelDefinitionApplied", "VirtualMachineScaleSet");
      describe(instance, properties);
      json.putObject("sku").put("name", instance.size()).put("tier", "Standard");
      json.set("tags", instance.set.document.path("tags").deepCopy());
    }
    if (withView) {
      properties.set("instanceView", view(instance));
    }
    return json;
  }

  /** A virtual machine that is a resource of its own. */
  static ObjectNode own(ScaleSetInstance instance, boolean withView) {
    ObjectNode json = head(instance, InstanceAddressing.own(instance));
    ObjectNode properties = Documents.object(json, "properties");
    properties.putObject("virtualMachineScaleSet").put("id", instance.set.id.toString());
    properties.putObject("hardwareProfile").put("vmSize", instance.size());
    describe(instance, properties);
    json.set("tags", instance.set.document.path("tags").deepCopy());
    if (withView) {
      properties.set("instanceView", view(instance));
    }
    return json;
  }

  private static ObjectNode head(ScaleSetInstance instance, ResourceId id) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", instance.name()).put("id", id.toString()).put("type", id.type());
    json.put("location", instance.set.location());
    if (!instance.zone.isEmpty()) {
      json.putArray("zones").add(instance.zone);
    }
    json.putObject("properties")
        .put("vmId", instance.vmId)
        .put("provisioningState", instance.provisioningState)
        .put("timeCreated", instance.created.toString());
    return json;
  }

  /** Its profiles, as they were when it was made or upgraded. */
  private static void describe(ScaleSetInstance instance, ObjectNode properties) {
    if (!(instance.model.path("profile").deepCopy() instanceof ObjectNode profile)) {
      return;
    }
    ScaleSetJson.hideSecrets(profile);
    ObjectNode os = Documents.object(profile, "osProfile");
    os.remove("computerNamePrefix");
    os.put("computerName", instance.computerName);
    properties.set("osProfile", os);
    for (String part :
        new String[] {
          "storageProfile",
          "securityProfile",
          "diagnosticsProfile",
          "priority",
          "evictionPolicy",
          "billingProfile"
        }) {
      if (profile.has(part)) {
        properties.set(part, profile.path(part));
      }
    }
    if (!instance.set.isFlexible()) {
      properties.putObject("hardwareProfile").put("vmSize", instance.size());
    }
  }

  /** How one is doing. */
  static ObjectNode view(ScaleSetInstance instance) {
    ObjectNode view = JsonNodeFactory.instance.objectNode();
    view.put("computerName", instance.computerName);
    ArrayNode statuses = view.putArray("statuses");
    addStatus(statuses, provisioningCode(instance), instance);
    if (instance.power != ScaleSetInstance.Power.NONE) {
      statuses
          .addObject()
          .put("code", "PowerState/" + instance.power.word())
          .put("level", "Info")
          .put("displayStatus", "VM " + instance.power.word());
    }
    if (!instance.extensions.isEmpty()) {
      ArrayNode extensions = view.putArray("extensions");
      instance.extensions.forEach(
          (name, state) -> {
            ObjectNode extension = extensions.addObject().put("name", name);
            extension
                .putArray("statuses")
                .addObject()
                .put("code", "ProvisioningState/" + state.toLowerCase(Locale.ROOT))
                .put("level", state.equals("Failed") ? "Error" : "Info");
          });
    }
    return view;
  }

  private static String provisioningCode(ScaleSetInstance instance) {
    String state = instance.provisioningState.toLowerCase(Locale.ROOT);
    return instance.failure == null || !instance.hasState("Failed")
        ? "ProvisioningState/" + state
        : "ProvisioningState/" + state + "/" + instance.failure.code();
  }

  private static void addStatus(ArrayNode statuses, String code, ScaleSetInstance instance) {
    boolean failed = instance.hasState("Failed");
    ObjectNode status =
        statuses.addObject().put("code", code).put("level", failed ? "Error" : "Info");
    status.put(
        "displayStatus",
        failed
            ? "Provisioning failed"
            : "Provisioning " + instance.provisioningState.toLowerCase(Locale.ROOT));
    if (failed && instance.failure != null) {
      status.put("message", instance.failure.message());
    }
    status.put("time", instance.created.toString());
  }

  /** How many instances of a scale set are how far. */
  static JsonNode summary(ScaleSet set) {
    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    Map<String, Integer> counts = new TreeMap<>();
    set.instances.forEach(
        one ->
            counts.merge(
                "ProvisioningState/" + one.provisioningState.toLowerCase(Locale.ROOT),
                1,
                Integer::sum));
    ArrayNode machines = summary.putObject("virtualMachine").putArray("statusesSummary");
    counts.forEach((code, count) -> machines.addObject().put("code", code).put("count", count));
    summary
        .putArray("statuses")
        .addObject()
        .put("code", "ProvisioningState/" + set.provisioningState.toLowerCase(Locale.ROOT))
        .put("level", set.provisioningState.equals("Failed") ? "Error" : "Info");
    return summary;
  }
}
