package io.weir.provider.azure.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.ObjectField;
import java.util.function.Supplier;

/**
 * What is filled in when an AzureMachinePool is written. What is drawn by chance is drawn once: a
 * manifest that leaves it out gets what is stored, or each write would replace the machines.
 *
 * @param generated where values that are drawn by chance come from
 */
record AzureMachinePoolDefaults(GeneratedValues generated) implements AdmissionRule.Defaulter {

  private static final String MANAGED = "Managed";

  @Override
  public void fill(ObjectNode pool, AdmissionRequest admissionRequest) {
    ObjectField stored =
        admissionRequest
            .oldObject()
            .map(ObjectField::of)
            .orElseGet(() -> ObjectField.of(pool).at("nothing"))
            .at("spec");
    JsonDefaults.find(pool, "spec").ifPresent(spec -> role(spec, stored));
    JsonDefaults.find(pool, "spec", "template").ifPresent(template -> machine(template, stored));
  }

  private void machine(ObjectNode template, ObjectField stored) {
    if (lacksText(template, "sshPublicKey")) {
      template.put(
          "sshPublicKey",
          storedOr(stored.at("template", "sshPublicKey"), generated.sshPublicKeys()));
    }
    JsonDefaults.getOrCreate(template, "diagnostics")
        .flatMap(diagnostics -> JsonDefaults.getOrCreate(diagnostics, "boot"))
        .ifPresent(boot -> JsonDefaults.putIfBlank(boot, "storageAccountType", MANAGED));
    JsonDefaults.getOrCreate(template, "osDisk")
        .ifPresent(
            disk -> {
              JsonDefaults.putIfBlank(disk, "osType", "Linux");
              JsonDefaults.putIfBlank(disk, "cachingType", "None");
            });
    interfaces(template);
  }

  private static void interfaces(ObjectNode template) {
    JsonNode given = template.path("networkInterfaces");
    boolean none =
        JsonDefaults.isBlank(template, "networkInterfaces") || (given.isArray() && given.isEmpty());
    if (none) {
      template.putArray("networkInterfaces").addObject();
    }
    if (template.path("networkInterfaces") instanceof ArrayNode list) {
      if (list.path(0) instanceof ObjectNode first) {
        move(template, "subnetName", first, none);
        move(template, "acceleratedNetworking", first, none);
      }
      list.forEach(AzureMachinePoolDefaults::oneAddress);
    }
  }

  /**
   * Moves a field to where it belongs. One that was moved before is taken away: it comes again with
   * each write of a manifest that has it in the former place.
   */
  private static void move(ObjectNode from, String name, ObjectNode to, boolean madeForIt) {
    JsonNode given = from.path(name);
    if (lacksText(from, name)) {
      if (madeForIt) {
        from.remove(name);
      }
    } else if (madeForIt && given.isValueNode()) {
      to.set(name, from.remove(name));
    } else if (given.equals(to.path(name))) {
      from.remove(name);
    }
  }

  private static void oneAddress(JsonNode each) {
    if (each instanceof ObjectNode networkInterface) {
      JsonNode addresses = networkInterface.path("privateIPConfigs");
      if (JsonDefaults.isBlank(networkInterface, "privateIPConfigs")
          || (addresses.isIntegralNumber() && addresses.asLong() == 0)) {
        networkInterface.put("privateIPConfigs", 1);
      }
    }
  }

  /** Two names that differ are left as they are, for the rules to refuse. */
  private void role(ObjectNode spec, ObjectField stored) {
    if (!IdentityRules.SYSTEM_ASSIGNED.equals(spec.path("identity").asText())) {
      return;
    }
    boolean former = !lacksText(spec, IdentityRules.FORMER_NAME);
    String name = IdentityRules.roleName(ObjectField.of(spec));
    if (former && !name.isEmpty()) {
      if (spec.path(IdentityRules.FORMER_NAME).asText().equals(name)) {
        spec.remove(IdentityRules.FORMER_NAME);
      }
      return;
    }
    JsonDefaults.getOrCreate(spec, IdentityRules.ROLE)
        .filter(role -> lacksText(role, "name"))
        .ifPresent(
            role -> {
              JsonNode moved = former ? spec.remove(IdentityRules.FORMER_NAME) : null;
              role.put(
                  "name",
                  moved != null
                      ? moved.asText()
                      : IdentityRules.effectiveRoleName(stored)
                          .orElseGet(generated.roleAssignmentNames()));
            });
  }

  private static boolean lacksText(ObjectNode parent, String name) {
    JsonNode given = parent.path(name);
    return JsonDefaults.isBlank(parent, name) || (given.isTextual() && given.textValue().isEmpty());
  }

  private static String storedOr(ObjectField stored, Supplier<String> drawn) {
    return stored.text().isEmpty() ? drawn.get() : stored.text();
  }
}
