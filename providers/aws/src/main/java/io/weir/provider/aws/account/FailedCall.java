package io.weir.provider.aws.account;

import io.weir.provider.PlanStep;
import io.weir.provider.ReportContext;
import io.weir.provider.ReportContext.CallFailure;
import io.weir.provider.aws.api.AwsConditions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The call that failed in a pass, if one did, as the conditions of the parts tell it.
 *
 * @param failure the call
 */
public record FailedCall(Optional<CallFailure> failure) {

  /** That of a pass. */
  public static FailedCall of(ReportContext<?, ?> progress) {
    return new FailedCall(progress.failure());
  }

  /** The write; absent if it was a read, or nothing failed. */
  public @Nullable PlanStep step() {
    return failure.flatMap(CallFailure::step).orElse(null);
  }

  /** What failed, for people. */
  public Optional<String> message() {
    return failure.map(CallFailure::message);
  }

  /** What failed, if people must do something about it. */
  public Optional<String> needingUserAction() {
    return failure.filter(each -> each.error().needsUserAction()).map(CallFailure::message);
  }

  /** How bad it is. */
  public String severity() {
    return needingUserAction().isPresent() ? AwsConditions.ERROR : AwsConditions.WARNING;
  }
}
