package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.Subnet;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which instance a group gives up when it has too many. The fullest zone comes first under every
 * policy; the default policy then takes the oldest version of the template and the oldest instance.
 */
final class TerminationPolicy {
  private static final Comparator<GroupMember> OLDEST =
      Comparator.<GroupMember, Instant>comparing(m -> m.machine.launchTime());
  private static final Comparator<GroupMember> OLDEST_VERSION =
      Comparator.comparingLong(m -> m.version);

  private TerminationPolicy() {}

  static Optional<GroupMember> selectInstance(
      Collection<GroupMember> staying, List<Subnet> subnets, List<String> policies) {
    List<GroupMember> open = staying.stream().filter(m -> !m.protectedFromScaleIn).toList();
    Comparator<GroupMember> order =
        Comparator.<GroupMember, Boolean>comparing(m -> !Placement.isOutside(m, subnets))
            .thenComparingLong(m -> -Placement.countInZone(m.zone(), staying))
            .thenComparing(GroupMember::zone);
    for (String policy : policies.isEmpty() ? List.of("Default") : policies) {
      order = order.thenComparing(by(policy));
    }
    return open.stream().min(order);
  }

  private static Comparator<GroupMember> by(String policy) {
    return switch (policy) {
      case "NewestInstance" -> OLDEST.reversed();
      case "OldestInstance", "ClosestToNextInstanceHour" -> OLDEST;
      case "OldestLaunchTemplate", "OldestLaunchConfiguration" -> OLDEST_VERSION;
      default -> OLDEST_VERSION.thenComparing(OLDEST);
    };
  }
}
