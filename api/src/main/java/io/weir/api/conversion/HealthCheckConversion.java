package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * How the machines of a group are checked: one flat object in v1beta1; in the stored version what
 * makes a machine unhealthy, and what is done then.
 */
final class HealthCheckConversion {

  private static final Map<String, String> CONDITIONS =
      Map.of(
          "unhealthyConditions", "unhealthyNodeConditions",
          "unhealthyMachineConditions", "unhealthyMachineConditions");
  private static final Map<String, String> LIMITS =
      Map.of(
          "maxUnhealthy", "unhealthyLessThanOrEqualTo",
          "unhealthyRange", "unhealthyInRange");

  private HealthCheckConversion() {}

  static void toHub(ObjectNode group) {
    TreeFields.ifObject(
        group,
        check -> {
          TreeFields.rename(check, "enable", check, "enabled");
          checkToHub(check);
        },
        "machineHealthCheck");
    TreeFields.rename(group, "machineHealthCheck", group, "healthCheck");
  }

  /** What a MachineHealthCheck, or a group of machines, says of it. */
  static void checkToHub(ObjectNode check) {
    ObjectNode checks = check.objectNode();
    CONDITIONS.forEach(
        (old, hub) -> {
          TreeFields.forEachObject(
              check.path(old),
              each -> DurationConversion.toSeconds(each, "timeout", each, "timeoutSeconds"));
          TreeFields.rename(check, old, checks, hub);
        });
    DurationConversion.toSeconds(check, "nodeStartupTimeout", checks, "nodeStartupTimeoutSeconds");
    TreeFields.mergeInto(check, "checks", checks);
    ObjectNode remediation = check.objectNode();
    ObjectNode limits = check.objectNode();
    LIMITS.forEach((old, hub) -> TreeFields.rename(check, old, limits, hub));
    TreeFields.mergeInto(remediation, "triggerIf", limits);
    TreeFields.rename(check, "remediationTemplate", remediation, "templateRef");
    TreeFields.getOrEmpty(remediation, "templateRef")
        .remove(List.of("namespace", "uid", "resourceVersion", "fieldPath"));
    TreeFields.dropIfEmpty(remediation, "templateRef");
    TreeFields.mergeInto(check, "remediation", remediation);
  }

  /** The way back, for a group in this object. */
  static void fromHub(ObjectNode group, JsonNode cluster) {
    TreeFields.ifObject(
        group,
        check -> {
          TreeFields.rename(check, "enabled", check, "enable");
          checkFromHub(check, cluster);
        },
        "healthCheck");
    TreeFields.rename(group, "healthCheck", group, "machineHealthCheck");
    TreeFields.dropIfEmpty(group, "machineHealthCheck");
  }

  /** The way back, for a check in this object. */
  static void checkFromHub(ObjectNode check, JsonNode object) {
    ObjectNode checks = TreeFields.getOrEmpty(check, "checks");
    CONDITIONS.forEach(
        (old, hub) -> {
          TreeFields.forEachObject(
              checks.path(hub),
              each -> DurationConversion.fromSeconds(each, "timeoutSeconds", each, "timeout"));
          TreeFields.rename(checks, hub, check, old);
        });
    DurationConversion.fromSeconds(
        checks, "nodeStartupTimeoutSeconds", check, "nodeStartupTimeout");
    TreeFields.dropIfEmpty(check, "checks");
    ObjectNode remediation = TreeFields.getOrEmpty(check, "remediation");
    ObjectNode limits = TreeFields.getOrEmpty(remediation, "triggerIf");
    LIMITS.forEach((old, hub) -> TreeFields.rename(limits, hub, check, old));
    TreeFields.dropIfEmpty(remediation, "triggerIf");
    JsonNode namespace = object.at("/metadata/namespace");
    TreeFields.ifObject(
        remediation,
        template -> {
          if (namespace.isTextual()) {
            template.put("namespace", namespace.asText());
          }
        },
        "templateRef");
    TreeFields.rename(remediation, "templateRef", check, "remediationTemplate");
    TreeFields.dropIfEmpty(check, "remediation");
  }
}
