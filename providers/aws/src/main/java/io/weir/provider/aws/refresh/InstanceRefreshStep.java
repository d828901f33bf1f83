package io.weir.provider.aws.refresh;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.template.LaunchTrial;
import java.time.Instant;
import java.util.List;
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
   * Asks AWS to replace the instances, if others can be launched in their place.
   *
   * @param owed what is owed, with this attempt
   * @param trial what shows that others can be launched
   * @param endsInstances how many are to be replaced, at most
   */
  record StartRefresh(
      String name,
      InstanceRefreshSettings settings,
      OwedRefresh owed,
      LaunchTrial trial,
      int endsInstances,
      String reason)
      implements InstanceRefreshStep {
    @Override
    public String description() {
      return "start an instance refresh of Auto Scaling group " + name;
    }

    @Override
    public Object goalKey() {
      return List.of(name, settings, owed, trial);
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return OwedRefresh.writeTo(providerAnnotations, Optional.of(owed));
    }
  }

  /**
   * Stops a refresh of ours.
   *
   * @param owed what stays owed without it
   */
  record CancelRefresh(String name, String refresh, OwedRefresh owed, String reason)
      implements InstanceRefreshStep {
    @Override
    public String description() {
      return "cancel the instance refresh of Auto Scaling group " + name;
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return OwedRefresh.writeTo(providerAnnotations, Optional.of(owed));
    }
  }
}
