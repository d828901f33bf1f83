package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.world.Subnet;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which instance a group gives up when it has too many. The fullest zone comes first under every
 * policy; the default policy then takes the oldest version of the template and the oldest instance.
 */
final class ScaleIn {
  private static final Comparator<Member> OLDEST =
      Comparator.<Member, Instant>comparing(m -> m.machine.launched());
  private static final Comparator<Member> OLDEST_VERSION = Comparator.comparingLong(m -> m.version);

  private ScaleIn() {}

  static Optional<Member> victim(
      Collection<Member> staying, List<Subnet> subnets, List<String> policies) {
    List<Member> open = staying.stream().filter(m -> !m.protectedFromScaleIn).toList();
    Comparator<Member> order =
        Comparator.<Member, Boolean>comparing(m -> !Placement.outside(m, subnets))
            .thenComparingLong(m -> -Placement.inZone(m.zone(), staying))
            .thenComparing(Member::zone);
    for (String policy : policies.isEmpty() ? List.of("Default") : policies) {
      order = order.thenComparing(by(policy));
    }
    return open.stream().min(order);
  }

  private static Comparator<Member> by(String policy) {
    return switch (policy) {
      case "NewestInstance" -> OLDEST.reversed();
      case "OldestInstance", "ClosestToNextInstanceHour" -> OLDEST;
      case "OldestLaunchTemplate", "OldestLaunchConfiguration" -> OLDEST_VERSION;
      default -> OLDEST_VERSION.thenComparing(OLDEST);
    };
  }
}
