package io.weir.engine.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.api.admission.AdmissionRule;
import io.weir.api.admission.JsonDefaults;
import io.weir.api.admission.MetadataSyntax;
import io.weir.api.admission.ObjectField;
import io.weir.api.admission.RuleBasedAdmission;
import io.weir.api.admission.Violation;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is filled in and refused when a MachineDeployment is written. Weir makes no Machines for
 * one.
 */
final class MachineDeploymentAdmission {

  private static final String ROLLING = "RollingUpdate";
  private static final int MAX_SURGE = 1;
  private static final int MAX_UNAVAILABLE = 0;
  private static final List<AdmissionRule> OWN_RULES =
      List.of(
          MachineDeploymentAdmission::nameIsALabel,
          MachineDeploymentAdmission::rolloutHasRoom,
          deployment -> MachineCounts.check(deployment.at("spec", "remediation", "maxInFlight")));

  private MachineDeploymentAdmission() {}

  static Admission create() {
    return new RuleBasedAdmission(
        GroupKind.MACHINE_DEPLOYMENT,
        MachineDeploymentAdmission::fill,
        List.of(ReplicasWarnings::warnOfKeptReplicas),
        Stream.concat(OWN_RULES.stream(), MachineGroupRules.RULES.stream()).toList(),
        MachineGroupRules.CREATE_RULES,
        List.of((was, is) -> MachineSpecRules.clusterNameIsImmutable("MachineDeployment", was, is)),
        List.of());
  }

  private static void fill(ObjectNode deployment, AdmissionRequest admissionRequest) {
    ObjectField given = ObjectField.of(deployment);
    MachineGroupDefaults.fill(
        deployment,
        admissionRequest,
        MetadataKeys.DEPLOYMENT_NAME,
        given.at("metadata", "name").text());
    String cluster = given.at("spec", "clusterName").text();
    JsonDefaults.find(deployment, "spec")
        .ifPresent(
            spec -> {
              if (!cluster.isEmpty()) {
                MachineGroupDefaults.select(spec, MetadataKeys.CLUSTER_NAME, cluster);
              }
              JsonDefaults.getOrCreate(spec, "rollout")
                  .flatMap(rollout -> JsonDefaults.getOrCreate(rollout, "strategy"))
                  .ifPresent(MachineDeploymentAdmission::fillStrategy);
            });
  }

  private static void fillStrategy(ObjectNode strategy) {
    JsonDefaults.putIfBlank(strategy, "type", ROLLING);
    if (strategy.path("type").asText().equals(ROLLING)) {
      JsonDefaults.getOrCreate(strategy, "rollingUpdate")
          .ifPresent(
              bounds -> {
                if (JsonDefaults.isBlank(bounds, "maxSurge")) {
                  bounds.put("maxSurge", MAX_SURGE);
                }
                if (JsonDefaults.isBlank(bounds, "maxUnavailable")) {
                  bounds.put("maxUnavailable", MAX_UNAVAILABLE);
                }
              });
    }
  }

  private static Stream<Violation> nameIsALabel(ObjectField deployment) {
    ObjectField name = deployment.at("metadata", "name");
    return MetadataSyntax.isLabelValue(name.text())
        ? Stream.empty()
        : Stream.of(
            name.invalid(
                "must be the value of a label, which has at most 63 characters: choose a shorter"
                    + " name"));
  }

  private static Stream<Violation> rolloutHasRoom(ObjectField deployment) {
    ObjectField bounds = deployment.at("spec", "rollout", "strategy", "rollingUpdate");
    ObjectField surge = bounds.at("maxSurge");
    ObjectField unavailable = bounds.at("maxUnavailable");
    Stream<Violation> room =
        MachineCounts.isZero(surge) && MachineCounts.isZero(unavailable)
            ? Stream.of(
                bounds.invalid(
                    "maxSurge and maxUnavailable are both 0, so that nothing could be replaced:"
                        + " set one of them to 1 at least"))
            : Stream.empty();
    return Stream.of(MachineCounts.check(unavailable), MachineCounts.check(surge), room)
        .flatMap(each -> each);
  }
}
