package io.weir.provider.aws.template;

import io.weir.api.conditions.Condition;
import io.weir.provider.FailedCall;
import io.weir.provider.Observation;
import io.weir.provider.ReportContext;
import io.weir.provider.aws.api.AwsConditions;
import java.util.Optional;

/**
 * Whether the launch template is there and as asked for.
 *
 * @param progress what a pass found out
 * @param seen the template
 * @param want what it should be; absent while it is not known
 */
public record LaunchTemplateCondition(
    ReportContext<?, ?> progress, Optional<ObservedTemplate> seen, Optional<DesiredTemplate> want) {

  /** The condition; empty while there is nothing to tell. */
  public Optional<Condition> toCondition() {
    var failed = FailedCall.of(progress);
    boolean ofTemplate = TemplateStep.isTemplateWrite(failed.step());
    if (progress.deleting()) {
      return failed
          .needingUserAction()
          .filter(_ -> ofTemplate)
          .map(why -> no(AwsConditions.ERROR, AwsConditions.LAUNCH_TEMPLATE_DELETION_FAILED, why));
    }
    if (progress.ownershipConflict().isPresent()
        || progress.observation() instanceof Observation.Unknown<?>) {
      return Optional.empty();
    }
    var shown = seen.isPresent() ? failed.needingUserAction() : failed.message();
    return Optional.of(
        shown
            .filter(_ -> ofTemplate)
            .map(why -> no(failed.severity(), reason(), why))
            .orElseGet(this::undisturbed));
  }

  private String reason() {
    return seen.isPresent()
        ? AwsConditions.LAUNCH_TEMPLATE_RECONCILE_FAILED
        : AwsConditions.LAUNCH_TEMPLATE_CREATE_FAILED;
  }

  private Condition undisturbed() {
    return seen.isPresent()
        ? Condition.ofTrue(AwsConditions.LAUNCH_TEMPLATE_READY, "", refusedTypes().message())
        : Condition.ofUnknown(
            AwsConditions.LAUNCH_TEMPLATE_READY,
            AwsConditions.LAUNCH_TEMPLATE_NOT_FOUND,
            "launch template %s does not exist yet".formatted(progress.pool().cloudName()));
  }

  private RefusedTypes refusedTypes() {
    return want.map(
            template ->
                RefusedTypes.currentFor(
                    progress.annotations(), seen, template.target().instanceTypes()))
        .orElse(RefusedTypes.NONE);
  }

  private static Condition no(String severity, String reason, String message) {
    return Condition.ofFalse(AwsConditions.LAUNCH_TEMPLATE_READY, severity, reason, message);
  }
}
