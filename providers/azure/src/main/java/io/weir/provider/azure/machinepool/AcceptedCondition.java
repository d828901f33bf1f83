package io.weir.provider.azure.machinepool;

import io.weir.api.conditions.Condition;
import io.weir.provider.FailedCall;
import io.weir.provider.Observation;
import io.weir.provider.PoolReadiness;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.PoolBlocker;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.api.AzureConditions;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import java.util.Optional;

/**
 * Whether Azure has taken the scale set that the pool asks for; until then, what is in the way. Its
 * type is upstream's {@code BootstrapSucceeded}, which says this and nothing of bootstraps. Before
 * the first look nothing is said of what was not seen.
 */
record AcceptedCondition(ReportContext<DesiredScaleSet, ObservedScaleSet> progress) {

  Optional<Condition> toCondition() {
    if (progress.deleting()) {
      return Optional.of(deletion());
    }
    Optional<PrerequisiteException> missing = progress.resolution().flatMap(ResolveResult::blocker);
    FailedCall failed = FailedCall.of(progress);
    return switch (progress.observation()) {
      case Observation.Present<ObservedScaleSet>(ObservedScaleSet seen, _) ->
          Optional.of(
              progress
                  .ownershipConflict()
                  .map(why -> no(AzureConditions.ERROR, AzureConditions.NOT_OWNED, why))
                  .or(() -> missing.map(why -> blocked(why, failed)))
                  .orElseGet(() -> present(seen, failed)));
      case Observation.ProvenAbsent<ObservedScaleSet> _ ->
          Optional.of(missing.map(why -> blocked(why, failed)).orElseGet(() -> absent(failed)));
      case Observation.Unknown<ObservedScaleSet> _ ->
          missing
              .map(why -> blocked(why, failed))
              .or(
                  () ->
                      failed
                          .needingUserAction()
                          .map(
                              why ->
                                  Condition.ofUnknown(
                                      AzureConditions.BOOTSTRAP_SUCCEEDED,
                                      AzureConditions.FAILED,
                                      why)));
    };
  }

  private Condition deletion() {
    if (progress.ownershipConflict().isPresent()) {
      return no(
          AzureConditions.INFO,
          AzureConditions.NOT_OWNED,
          PoolReadiness.leftAloneMessage(progress.ownershipConflict().get()));
    }
    if (progress.observation() instanceof Observation.ProvenAbsent<?>) {
      return no(AzureConditions.INFO, AzureConditions.DELETED, "%s is gone".formatted(set()));
    }
    return progress
        .blocker()
        .filter(PoolBlocker::needsUserAction)
        .map(why -> no(AzureConditions.ERROR, AzureConditions.DELETION_FAILED, why.message()))
        .orElseGet(
            () ->
                no(
                    AzureConditions.INFO,
                    AzureConditions.DELETING,
                    (isAwaited() ? "waiting until Azure has deleted %s" : "%s is to be deleted")
                            .formatted(set())
                        + left()));
  }

  /** Before Azure is asked, Nodes may be drained. */
  private boolean isAwaited() {
    return progress.observation().observedState().map(ObservedScaleSet::isDeleting).orElse(true);
  }

  private String left() {
    return progress
        .observation()
        .observedState()
        .map(seen -> seen.members().size())
        .map(
            count ->
                count == 1 ? "; 1 instance is left" : "; %d instances are left".formatted(count))
        .orElse("");
  }

  private static Condition blocked(PrerequisiteException missing, FailedCall failed) {
    return no(
        missing.needsUserAction() ? AzureConditions.ERROR : AzureConditions.INFO,
        missing.reason(),
        missing.getMessage() + failed.needingUserAction().map(other -> "; " + other).orElse(""));
  }

  private Condition absent(FailedCall failed) {
    return failed
        .message()
        .map(why -> no(failed.severity(), AzureConditions.FAILED, why))
        .or(
            () ->
                progress
                    .resolution()
                    .flatMap(ResolveResult::target)
                    .flatMap(DesiredScaleSet::staleCustomDataReason)
                    .map(why -> no(AzureConditions.INFO, RequiredBootstrapData.WAITING, why)))
        .orElseGet(
            () ->
                no(
                    AzureConditions.INFO,
                    AzureConditions.CREATING,
                    "%s does not exist yet".formatted(set())));
  }

  private Condition present(ObservedScaleSet seen, FailedCall failed) {
    if (seen.isDeleting()) {
      return no(
          AzureConditions.WARNING,
          AzureConditions.DELETING,
          "%s is being deleted by somebody else; Weir recreates it once it is gone"
              .formatted(set()));
    }
    return CallSubject.SET
        .trouble(failed)
        .map(why -> no(AzureConditions.ERROR, AzureConditions.FAILED, why))
        .orElseGet(
            () ->
                seen.provisioningState().equals("Creating")
                    ? no(
                        AzureConditions.INFO,
                        AzureConditions.CREATING,
                        "Azure is creating %s".formatted(set()))
                    : Condition.ofTrue(AzureConditions.BOOTSTRAP_SUCCEEDED));
  }

  private String set() {
    return "scale set " + progress.pool().cloudName();
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AzureConditions.BOOTSTRAP_SUCCEEDED, severity, reason, message);
  }
}
