package io.weir.provider.aws.refresh.calls;

import io.weir.provider.aws.refresh.InstanceRefreshSettings;
import software.amazon.awssdk.services.autoscaling.model.CancelInstanceRefreshRequest;
import software.amazon.awssdk.services.autoscaling.model.StartInstanceRefreshRequest;

/** Instance refreshes in the SDK's words. */
final class RefreshRequests {

  private RefreshRequests() {}

  /**
   * No desired configuration: with one, AWS would pin the group to its version and refuse the
   * version that comes next.
   */
  static StartInstanceRefreshRequest start(String group, InstanceRefreshSettings settings) {
    return StartInstanceRefreshRequest.builder()
        .autoScalingGroupName(group)
        .strategy(settings.strategy())
        .preferences(
            preferences ->
                preferences
                    .instanceWarmup(settings.warmup())
                    .minHealthyPercentage(settings.minHealthy())
                    .maxHealthyPercentage(settings.maxHealthy()))
        .build();
  }

  static CancelInstanceRefreshRequest cancel(String group) {
    return CancelInstanceRefreshRequest.builder().autoScalingGroupName(group).build();
  }
}
