package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.Subnet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Where a group puts its next instance, and which zones are out of balance. */
final class Placement {
  private Placement() {}

  /** The subnets of a group, best first: the emptiest zone, in it the emptiest subnet. */
  static List<Subnet> preferredSubnets(List<Subnet> subnets, Collection<GroupMember> staying) {
    return subnets.stream()
        .sorted(
            Comparator.<Subnet>comparingLong(s -> countInZone(s.zone(), staying))
                .thenComparingLong(s -> inSubnet(s, staying)))
        .toList();
  }

  /** The subnets in those zones that have the fewest instances. */
  static List<Subnet> emptiestSubnets(List<Subnet> subnets, Collection<GroupMember> staying) {
    long least = subnets.stream().mapToLong(s -> countInZone(s.zone(), staying)).min().orElse(0);
    return preferredSubnets(subnets, staying).stream()
        .filter(s -> countInZone(s.zone(), staying) == least)
        .toList();
  }

  /** Whether moving one instance would help: two zones differ by more than one, or a zone left. */
  static boolean isUnbalanced(List<Subnet> subnets, Collection<GroupMember> staying) {
    List<Long> counts =
        subnets.stream()
            .map(Subnet::zone)
            .distinct()
            .map(zone -> countInZone(zone, staying))
            .toList();
    long most = counts.stream().mapToLong(Long::longValue).max().orElse(0);
    long least = counts.stream().mapToLong(Long::longValue).min().orElse(0);
    return most - least > 1 || staying.stream().anyMatch(m -> isOutside(m, subnets));
  }

  /** Whether an instance runs where its group does not belong any more. */
  static boolean isOutside(GroupMember groupMember, List<Subnet> subnets) {
    return subnets.stream().noneMatch(s -> s.id().equals(groupMember.machine.subnet().id()));
  }

  static long countInZone(String zone, Collection<GroupMember> members) {
    return members.stream().filter(m -> m.zone().equals(zone)).count();
  }

  private static long inSubnet(Subnet subnet, Collection<GroupMember> members) {
    return members.stream().filter(m -> m.machine.subnet().id().equals(subnet.id())).count();
  }
}
