package io.weir.provider.azure.machinepool;

import io.weir.api.Excerpt;
import io.weir.api.conditions.Condition;
import io.weir.provider.FailedCall;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.FixedSettings;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.ScaleSetPlanner;
import java.util.List;
import java.util.Set;

/**
 * Whether a scale set of ours has the model that the pool asks for, and all else that is fixed when
 * a set is made. Which machines are made from it, {@link InstancesCondition} says.
 */
record ModelCondition(
    DesiredScaleSet want,
    ObservedScaleSet seen,
    ProviderAnnotations annotations,
    FailedCall failed) {

  Condition toCondition() {
    List<String> fixed = FixedSettings.differences(want, seen);
    if (!fixed.isEmpty()) {
      return no(
          AzureConditions.ERROR, AzureConditions.FIXED_SETTINGS_DIFFER, String.join("; ", fixed));
    }
    return CallSubject.MODEL
        .trouble(failed)
        .map(why -> no(AzureConditions.ERROR, AzureConditions.SCALE_SET_MODEL_OUT_OF_DATE, why))
        .orElseGet(
            () ->
                ScaleSetPlanner.hasModel(want, seen, annotations)
                    ? Condition.ofTrue(AzureConditions.SCALE_SET_MODEL_UPDATED)
                    : outOfDate());
  }

  private Condition outOfDate() {
    return want.staleCustomDataReason()
        .map(why -> no(AzureConditions.INFO, RequiredBootstrapData.WAITING, why))
        .orElseGet(
            () ->
                no(
                    AzureConditions.INFO,
                    AzureConditions.SCALE_SET_MODEL_OUT_OF_DATE,
                    "the model of scale set %s is not as the pool asks for%s; Weir updates it%s"
                        .formatted(
                            want.name(),
                            differences(),
                            seen.isBusy() ? " once Azure is done with what is under way" : "")));
  }

  private String differences() {
    Set<String> found = ScaleSetPlanner.modelDifferences(want, seen, annotations);
    return found.isEmpty() ? "" : ": " + Excerpt.ofSentence(String.join(", ", found));
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AzureConditions.SCALE_SET_MODEL_UPDATED, severity, reason, message);
  }
}
