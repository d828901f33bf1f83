package io.weir.provider;

import io.weir.provider.ReportContext.CallFailure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The call that failed in a pass, if one did, as the conditions of the parts tell it.
 *
 * @param failure the call
 */
public record FailedCall(Optional<CallFailure> failure) {

  /** That of a pass. What succeeds and does not last is none: no part is less ready for it. */
  public static FailedCall of(ReportContext<?, ?> progress) {
    return new FailedCall(
        progress.revertedWrite().isPresent() ? Optional.empty() : progress.failure());
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

  /** How bad it is, as conditions say it. */
  public String severity() {
    return needingUserAction().isPresent() ? "Error" : "Warning";
  }
}
