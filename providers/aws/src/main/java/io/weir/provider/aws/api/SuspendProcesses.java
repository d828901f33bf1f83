package io.weir.provider.aws.api;

import org.jspecify.annotations.Nullable;

/**
 * Processes of the Auto Scaling group that are switched off.
 *
 * @param all switch off every one that is not excepted below
 * @param processes single processes
 */
public record SuspendProcesses(boolean all, @Nullable Processes processes) {

  /**
   * Single processes: true switches one off, an explicit false excepts it from {@code all}.
   *
   * @param launch launching instances
   * @param terminate terminating instances
   * @param addToLoadBalancer adding instances to load balancers
   * @param alarmNotification acting on alarms
   * @param azRebalance balancing over zones
   * @param healthCheck checking health
   * @param instanceRefresh replacing instances by a refresh
   * @param replaceUnhealthy replacing instances that are unhealthy
   * @param scheduledActions acting on schedules
   */
  public record Processes(
      @Nullable Boolean launch,
      @Nullable Boolean terminate,
      @Nullable Boolean addToLoadBalancer,
      @Nullable Boolean alarmNotification,
      @Nullable Boolean azRebalance,
      @Nullable Boolean healthCheck,
      @Nullable Boolean instanceRefresh,
      @Nullable Boolean replaceUnhealthy,
      @Nullable Boolean scheduledActions) {}
}
