package io.weir.provider.azure.machinepool;

import io.weir.api.conditions.Condition;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PoolReadiness;
import io.weir.provider.ReportContext;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.util.Optional;

/**
 * Whether the scale set is there and nothing in it has failed. It stays True while the set is
 * scaled or changed. Before the first look nothing is said.
 */
record RunningCondition(ReportContext<DesiredScaleSet, ObservedScaleSet> progress) {

  Optional<Condition> toCondition() {
    return switch (progress.observation()) {
      case Observation.Unknown<ObservedScaleSet> _ -> Optional.empty();
      case Observation.ProvenAbsent<ObservedScaleSet> _ ->
          Optional.of(
              progress.deleting()
                  ? no(
                      AzureConditions.INFO,
                      AzureConditions.SCALE_SET_DELETING,
                      "scale set %s is gone".formatted(name()))
                  : no(
                      AzureConditions.INFO,
                      AzureConditions.SCALE_SET_CREATING,
                      "scale set %s does not exist yet".formatted(name())));
      case Observation.Present<ObservedScaleSet>(ObservedScaleSet seen, _) ->
          Optional.of(
              progress.ownershipConflict().map(this::notOwned).orElseGet(() -> present(seen)));
    };
  }

  private Condition notOwned(String why) {
    return progress.deleting()
        ? no(AzureConditions.INFO, AzureConditions.NOT_OWNED, PoolReadiness.leftAloneMessage(why))
        : no(AzureConditions.ERROR, AzureConditions.NOT_OWNED, why);
  }

  private Condition present(ObservedScaleSet seen) {
    if (progress.deleting() || seen.isDeleting()) {
      return no(
          AzureConditions.INFO,
          AzureConditions.SCALE_SET_DELETING,
          (seen.isDeleting() ? "scale set %s is being deleted" : "scale set %s is to be deleted")
              .formatted(name()));
    }
    return seen.problem()
        .map(
            why ->
                no(
                    AzureConditions.WARNING,
                    AzureConditions.SCALE_SET_PROVISION_FAILED,
                    "%d of %d instances are running: %s"
                        .formatted(running(seen), seen.capacity(), why)))
        .orElseGet(
            () ->
                seen.provisioningState().equals("Creating")
                    ? no(
                        AzureConditions.INFO,
                        AzureConditions.SCALE_SET_CREATING,
                        "Azure is creating scale set %s".formatted(name()))
                    : Condition.ofTrue(AzureConditions.SCALE_SET_RUNNING));
  }

  private static long running(ObservedScaleSet seen) {
    return seen.instances().stream().filter(each -> each.state() == Instance.State.RUNNING).count();
  }

  private String name() {
    return progress.pool().cloudName();
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AzureConditions.SCALE_SET_RUNNING, severity, reason, message);
  }
}
