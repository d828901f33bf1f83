package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.Struct;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One instance refresh of a group. */
final class InstanceRefresh {
  private static final Set<String> ACTIVE = Set.of("Pending", "InProgress", "Cancelling");

  final String id;
  final Instant start;
  final Struct preferences;
  final Optional<LaunchSource> desired;
  final Optional<Struct> configuration;

  /** The instances that shall be replaced; fixed when it begins. */
  Set<String> targets = Set.of();

  String status = "Pending";
  @Nullable String reason;
  @Nullable Instant end;
  int percent;
  int remaining;

  /** What the last step saw; a difference means progress. */
  String lastProgress = "";

  InstanceRefresh(
      String id,
      Instant start,
      Struct preferences,
      Optional<LaunchSource> desired,
      Optional<Struct> configuration) {
    this.id = id;
    this.start = start;
    this.preferences = preferences;
    this.desired = desired;
    this.configuration = configuration;
  }

  Optional<LaunchSource> desired() {
    return desired;
  }

  boolean isActive() {
    return ACTIVE.contains(status);
  }

  boolean hasStatus(String wanted) {
    return status.equals(wanted);
  }

  int minHealthy() {
    return preferences.number("MinHealthyPercentage").orElse(90);
  }

  int maxHealthy() {
    return preferences.number("MaxHealthyPercentage").orElse(100);
  }

  void finish(String outcome, @Nullable String why, Instant at) {
    status = outcome;
    reason = why;
    end = at;
  }

  Struct toStruct(Group group) {
    return new Struct()
        .set("InstanceRefreshId", id)
        .set("AutoScalingGroupName", group.name)
        .set("Status", status)
        .set("StatusReason", reason)
        .set("StartTime", status.equals("Pending") ? null : start)
        .set("EndTime", end)
        .set("PercentageComplete", percent)
        .set("InstancesToUpdate", remaining)
        .set("Preferences", preferences)
        .set("DesiredConfiguration", configuration.orElse(null));
  }
}
