package io.weir.provider.azure.akspool;

import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionStatus;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.aso.AgentPool;
import java.util.Optional;

/**
 * The version of Kubernetes of a pool beside that of its control plane. Nodes are never newer than
 * it, and AKS takes none back to an older version.
 *
 * @param wanted that of the MachinePool; absent if it names none
 * @param controlPlane that of the control plane; absent until it is known
 * @param upgradedTo to which AKS has upgraded the cluster by itself; absent if it has not
 */
record NodeVersion(
    Optional<KubernetesVersion> wanted,
    Optional<KubernetesVersion> controlPlane,
    Optional<KubernetesVersion> upgradedTo) {

  /** What to ask for, given what was asked for before; absent if AKS is to choose. */
  Optional<String> orchestratorVersion(Optional<AgentPool> live) {
    Optional<KubernetesVersion> before = live.flatMap(NodeVersion::asked);
    return newest(newest(allowed(), upgradedTo), before).map(KubernetesVersion::toString);
  }

  /** A pool that is ahead of its control plane waits for it. */
  private Optional<KubernetesVersion> allowed() {
    return isAhead() ? controlPlane : wanted;
  }

  private boolean isAhead() {
    return wanted.isPresent()
        && controlPlane.isPresent()
        && wanted.get().compare(controlPlane.get()) > 0;
  }

  private static Optional<KubernetesVersion> asked(AgentPool live) {
    return KubernetesVersion.of(live.object().at("/spec/orchestratorVersion").asText());
  }

  private static Optional<KubernetesVersion> newest(
      Optional<KubernetesVersion> one, Optional<KubernetesVersion> other) {
    return one.isPresent() && other.isPresent() && other.get().compare(one.get()) > 0
        ? other
        : one.or(() -> other);
  }

  /** Whether the nodes run what is wanted; absent until AKS tells what they run. */
  Optional<Condition> toCondition(AgentPool live) {
    Optional<KubernetesVersion> runs =
        KubernetesVersion.of(live.object().at("/status/currentOrchestratorVersion").asText());
    if (runs.isEmpty() || wanted.isEmpty()) {
      return Optional.empty();
    }
    int order = wanted.get().compare(runs.get());
    if (order < 0) {
      return Optional.of(
          outdated(
              AzureConditions.WARNING,
              "the pool runs %s, and AKS takes no pool back to %s: set MachinePool spec.template.spec.version to v%1$s"
                  .formatted(runs.get(), wanted.get())));
    }
    if (order == 0) {
      return Optional.of(
          new Condition(AzureConditions.INSTANCES_UP_TO_DATE, ConditionStatus.TRUE, "", "", ""));
    }
    return Optional.of(
        outdated(
            AzureConditions.INFO,
            isAhead()
                ? "the pool runs %s; %s follows once the control plane, which runs %s, has it"
                    .formatted(
                        runs.get(), wanted.get(), controlPlane.map(Object::toString).orElse(""))
                : "the pool runs %s, AKS replaces its nodes with nodes of %s"
                    .formatted(runs.get(), wanted.get())));
  }

  private static Condition outdated(String severity, String message) {
    return new Condition(
        AzureConditions.INSTANCES_UP_TO_DATE,
        ConditionStatus.FALSE,
        severity,
        AzureConditions.INSTANCES_OUTDATED,
        message);
  }
}
