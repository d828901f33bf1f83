package io.weir.provider.azure.machinepool;

import io.weir.api.MetadataKeys;
import io.weir.api.conditions.Condition;
import io.weir.provider.Freshness;
import io.weir.provider.ReportContext;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetPlanner;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How many machines are made from what the pool asks for. Those of which nothing tells count as
 * such: they are not replaced either.
 *
 * @param rollout how far Weir is with replacing the others
 */
record InstancesCondition(
    DesiredScaleSet want, ObservedScaleSet seen, Optional<ReportContext.Rollout> rollout) {

  /** How many are up to date; empty if all are. */
  OptionalInt upToDate() {
    if (ScaleSetPlanner.outdatesInstances(want, seen)) {
      return staying() == 0 ? OptionalInt.empty() : OptionalInt.of(0);
    }
    int outdated = count(Freshness.OUTDATED);
    return outdated == 0 ? OptionalInt.empty() : OptionalInt.of(staying() - outdated);
  }

  Condition toCondition() {
    OptionalInt upToDate = upToDate();
    if (upToDate.isEmpty()) {
      int unknown = count(Freshness.UNKNOWN);
      return Condition.ofTrue(
          AzureConditions.INSTANCES_UP_TO_DATE,
          "",
          unknown == 0
              ? ""
              : "nothing tells what %d of %d instances were made from: delete the AzureMachinePoolMachines of those that are to be replaced"
                  .formatted(unknown, staying()));
    }
    String numbers =
        "%d of %d instances are made from what the pool asks for"
            .formatted(upToDate.getAsInt(), staying());
    boolean stay = want.rolloutPreferences().keepsOutdated() && rollout.isEmpty();
    if (ScaleSetPlanner.outdatesInstances(want, seen)) {
      return outdated(
          numbers
              + (stay
                  ? "; the scale set does not have its model yet: see "
                  : "; Weir replaces the others once the scale set has its model: see ")
              + AzureConditions.SCALE_SET_MODEL_UPDATED);
    }
    if (stay) {
      return outdated(
          "%s; the others stay, by %s or the manager's feature gate: %s"
              .formatted(
                  numbers,
                  MetadataKeys.SKIP_MODEL_RECONCILIATION,
                  want.externallySized()
                      ? "they go when the pool shrinks"
                      : "delete the AzureMachinePoolMachines of those that are to be replaced"));
    }
    return rollout
        .map(progress -> ofRollout(progress, numbers + "; " + progress.message()))
        .orElseGet(() -> outdated(numbers + "; Weir replaces the others"));
  }

  /** Whether the set has its model, so that instances of others are replaced. */
  boolean areReplaced() {
    return rollout.isPresent()
        && upToDate().isPresent()
        && !ScaleSetPlanner.outdatesInstances(want, seen);
  }

  private static Condition ofRollout(ReportContext.Rollout progress, String message) {
    return progress.stalled()
        ? no(AzureConditions.WARNING, AzureConditions.ROLLOUT_STALLED, message)
        : no(AzureConditions.INFO, AzureConditions.ROLLING_OUT, message);
  }

  private static Condition outdated(String message) {
    return no(AzureConditions.INFO, AzureConditions.INSTANCES_OUTDATED, message);
  }

  private int count(Freshness freshness) {
    return Collections.frequency(seen.freshnessOfStaying(), freshness);
  }

  private int staying() {
    return seen.freshnessOfStaying().size();
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AzureConditions.INSTANCES_UP_TO_DATE, severity, reason, message);
  }
}
