package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.world.Subnet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Where a group puts its next instance, and which zones are out of balance. */
final class Placement {
  private Placement() {}

  /** The subnets of a group, best first: the emptiest zone, in it the emptiest subnet. */
  static List<Subnet> preferred(List<Subnet> subnets, Collection<Member> staying) {
    return subnets.stream()
        .sorted(
            Comparator.<Subnet>comparingLong(s -> inZone(s.zone(), staying))
                .thenComparingLong(s -> inSubnet(s, staying)))
        .toList();
  }

  /** The subnets in those zones that have the fewest instances. */
  static List<Subnet> emptiest(List<Subnet> subnets, Collection<Member> staying) {
    long least = subnets.stream().mapToLong(s -> inZone(s.zone(), staying)).min().orElse(0);
    return preferred(subnets, staying).stream()
        .filter(s -> inZone(s.zone(), staying) == least)
        .toList();
  }

  /** Whether moving one instance would help: two zones differ by more than one, or a zone left. */
  static boolean unbalanced(List<Subnet> subnets, Collection<Member> staying) {
    List<Long> counts =
        subnets.stream().map(Subnet::zone).distinct().map(zone -> inZone(zone, staying)).toList();
    long most = counts.stream().mapToLong(Long::longValue).max().orElse(0);
    long least = counts.stream().mapToLong(Long::longValue).min().orElse(0);
    return most - least > 1 || staying.stream().anyMatch(m -> outside(m, subnets));
  }

  /** Whether an instance runs where its group does not belong any more. */
  static boolean outside(Member member, List<Subnet> subnets) {
    return subnets.stream().noneMatch(s -> s.id().equals(member.machine.subnet().id()));
  }

  static long inZone(String zone, Collection<Member> members) {
    return members.stream().filter(m -> m.zone().equals(zone)).count();
  }

  private static long inSubnet(Subnet subnet, Collection<Member> members) {
    return members.stream().filter(m -> m.machine.subnet().id().equals(subnet.id())).count();
  }
}
