package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * How the machines of a group are checked: one flat object in v1beta1; in the stored version what
 * makes a machine unhealthy, and what is done then.
 */
final class HealthChecks {

  private static final Map<String, String> CONDITIONS =
      Map.of(
          "unhealthyConditions", "unhealthyNodeConditions",
          "unhealthyMachineConditions", "unhealthyMachineConditions");
  private static final Map<String, String> LIMITS =
      Map.of(
          "maxUnhealthy", "unhealthyLessThanOrEqualTo",
          "unhealthyRange", "unhealthyInRange");

  private HealthChecks() {}

  static void toHub(ObjectNode group) {
    Fields.with(group, HealthChecks::flatToHub, "machineHealthCheck");
    Fields.rename(group, "machineHealthCheck", group, "healthCheck");
  }

  private static void flatToHub(ObjectNode check) {
    Fields.rename(check, "enable", check, "enabled");
    ObjectNode checks = check.objectNode();
    CONDITIONS.forEach(
        (old, hub) -> {
          Fields.each(
              check.path(old),
              each -> Durations.toSeconds(each, "timeout", each, "timeoutSeconds"));
          Fields.rename(check, old, checks, hub);
        });
    Durations.toSeconds(check, "nodeStartupTimeout", checks, "nodeStartupTimeoutSeconds");
    Fields.add(check, "checks", checks);
    ObjectNode remediation = check.objectNode();
    ObjectNode limits = check.objectNode();
    LIMITS.forEach((old, hub) -> Fields.rename(check, old, limits, hub));
    Fields.add(remediation, "triggerIf", limits);
    Fields.rename(check, "remediationTemplate", remediation, "templateRef");
    Fields.look(remediation, "templateRef")
        .remove(List.of("namespace", "uid", "resourceVersion", "fieldPath"));
    Fields.dropIfEmpty(remediation, "templateRef");
    Fields.add(check, "remediation", remediation);
  }

  /** The way back, for a group in this object. */
  static void fromHub(ObjectNode group, JsonNode cluster) {
    Fields.with(group, check -> flatFromHub(check, cluster), "healthCheck");
    Fields.rename(group, "healthCheck", group, "machineHealthCheck");
    Fields.dropIfEmpty(group, "machineHealthCheck");
  }

  private static void flatFromHub(ObjectNode check, JsonNode cluster) {
    Fields.rename(check, "enabled", check, "enable");
    ObjectNode checks = Fields.look(check, "checks");
    CONDITIONS.forEach(
        (old, hub) -> {
          Fields.each(
              checks.path(hub),
              each -> Durations.fromSeconds(each, "timeoutSeconds", each, "timeout"));
          Fields.rename(checks, hub, check, old);
        });
    Durations.fromSeconds(checks, "nodeStartupTimeoutSeconds", check, "nodeStartupTimeout");
    Fields.dropIfEmpty(check, "checks");
    ObjectNode remediation = Fields.look(check, "remediation");
    ObjectNode limits = Fields.look(remediation, "triggerIf");
    LIMITS.forEach((old, hub) -> Fields.rename(limits, hub, check, old));
    Fields.dropIfEmpty(remediation, "triggerIf");
    JsonNode namespace = cluster.at("/metadata/namespace");
    Fields.with(
        remediation,
        template -> {
          if (namespace.isTextual()) {
            template.put("namespace", namespace.asText());
          }
        },
        "templateRef");
    Fields.rename(remediation, "templateRef", check, "remediationTemplate");
    Fields.dropIfEmpty(check, "remediation");
  }
}
