package io.weir.provider.aws.plan;

import io.weir.provider.Notes;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.roll.Rollout;
import java.time.Instant;

/** Which notes are still needed. Pure. */
public final class Notekeeping {

  private Notekeeping() {}

  /**
   * The notes without what was done, and with what was learnt. While a version is still to be added
   * the note that was written for it stays, or each try would write it anew.
   */
  public static Notes tidied(
      AwsDesired want, AwsObserved seen, Rollout rollout, Notes notes, Instant now) {
    Notes kept = Upkeep.tidied(want, seen, notes);
    boolean current =
        seen.template().filter(template -> Versions.current(want, template)).isPresent();
    return current ? rollout.tidied(kept, want.refresh(), now) : kept;
  }
}
