package io.weir.provider.aws.refresh;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import java.time.Instant;
import java.util.Optional;

/** Begins or ends an instance refresh. What else there is to do need not wait for it. */
public sealed interface InstanceRefreshStep extends PlanStep {

  /** Name of the group. */
  String name();

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  /**
   * Asks AWS to replace the instances.
   *
   * @param owed what is owed, with this attempt
   */
  record StartRefresh(
      String name, InstanceRefreshSettings settings, OwedRefresh owed, String reason)
      implements InstanceRefreshStep {
    @Override
    public String description() {
      return "start an instance refresh of Auto Scaling group " + name;
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return OwedRefresh.writeTo(providerAnnotations, Optional.of(owed));
    }
  }

  /** Stops a refresh of ours. */
  record CancelRefresh(String name, String refresh, String reason) implements InstanceRefreshStep {
    @Override
    public String description() {
      return "cancel the instance refresh of Auto Scaling group " + name;
    }
  }
}
