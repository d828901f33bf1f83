package io.weir.provider.aws.group;

import io.weir.provider.aws.api.SuspendProcesses;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Processes of a group that a pool wants off or on, by AWS's names. */
final class ScalingProcesses {

  private static final SuspendProcesses.Processes NONE_NAMED =
      new SuspendProcesses.Processes(null, null, null, null, null, null, null, null, null);

  private ScalingProcesses() {}

  /** Those named true, and with {@code all} every one that is not named false. */
  static Set<String> toSuspend(@Nullable SuspendProcesses asked) {
    return asked == null ? Set.of() : those(asked, true, asked.all());
  }

  /** Those named false. */
  static Set<String> toResume(@Nullable SuspendProcesses asked) {
    return asked == null ? Set.of() : those(asked, false, false);
  }

  private static Set<String> those(SuspendProcesses asked, boolean value, boolean unnamed) {
    return named(asked).entrySet().stream()
        .filter(each -> each.getValue().map(named -> named == value).orElse(unnamed))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static Map<String, Optional<Boolean>> named(SuspendProcesses asked) {
    var single = asked.processes() == null ? NONE_NAMED : asked.processes();
    var named = new TreeMap<String, Optional<Boolean>>();
    named.put("Launch", optional(single.launch()));
    named.put("Terminate", optional(single.terminate()));
    named.put("AddToLoadBalancer", optional(single.addToLoadBalancer()));
    named.put("AlarmNotification", optional(single.alarmNotification()));
    named.put("AZRebalance", optional(single.azRebalance()));
    named.put("HealthCheck", optional(single.healthCheck()));
    named.put("InstanceRefresh", optional(single.instanceRefresh()));
    named.put("ReplaceUnhealthy", optional(single.replaceUnhealthy()));
    named.put("ScheduledActions", optional(single.scheduledActions()));
    return named;
  }

  private static Optional<Boolean> optional(@Nullable Boolean value) {
    return Optional.ofNullable(value);
  }
}
