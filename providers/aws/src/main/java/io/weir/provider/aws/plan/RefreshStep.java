package io.weir.provider.aws.plan;

import io.weir.provider.Notes;
import io.weir.provider.aws.desired.RefreshSettings;
import io.weir.provider.aws.roll.Owed;
import java.time.Instant;
import java.util.Optional;

/** Begins or ends an instance refresh. What else there is to do need not wait for it. */
public sealed interface RefreshStep extends AwsStep {

  @Override
  default boolean independent() {
    return true;
  }

  /**
   * Asks AWS to replace the instances.
   *
   * @param owed what is owed, with this attempt
   */
  record StartRefresh(String name, RefreshSettings settings, Owed owed, String because)
      implements RefreshStep {
    @Override
    public String what() {
      return "start an instance refresh of Auto Scaling group " + name;
    }

    @Override
    public Notes before(Notes notes, Instant now) {
      return Owed.note(notes, Optional.of(owed));
    }
  }

  /** Stops a refresh of ours. */
  record CancelRefresh(String name, String refresh, String because) implements RefreshStep {
    @Override
    public String what() {
      return "cancel the instance refresh of Auto Scaling group " + name;
    }
  }
}
