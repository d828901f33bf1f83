package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Instances that Weir has picked to go, and the size that goes with them: it falls as they are
 * ended. A lower size is sent only where no instance fills it, since AWS would pick who goes. Pure.
 *
 * @param leave who is to go
 * @param seen their group
 */
public record LeavingInstances(List<PoolIntent.Leave> leave, ObservedGroup seen) {

  public LeavingInstances {
    leave = List.copyOf(leave);
  }

  /**
   * The group at the size that it is to be asked for. What it has been asked for already is not
   * sent again: a look that is older than an end would take back that the size fell.
   *
   * @param size as many as are to be asked for before the size falls with those who leave; empty if
   *     as many as are desired
   */
  public DesiredGroup resize(DesiredGroup want, OptionalInt size) {
    if (size.isEmpty() || want.settings().capacity() == null) {
      return want;
    }
    int capacity = withinBounds(want.settings(), nearest(size.getAsInt()));
    // Those above a maximum that was lowered are ended by name, too: it is lowered after them.
    int max = capacity > want.settings().max() ? seen.max() : want.settings().max();
    return want.resized(
        max, capacity == seen.desired() ? OptionalInt.empty() : OptionalInt.of(capacity));
  }

  private int nearest(int size) {
    int least = size - fallen();
    if (seen.desired() < least) {
      return least;
    }
    return seen.desired() > size
        ? Math.max(size, Math.min(seen.desired(), Math.toIntExact(seen.stayingCount())))
        : seen.desired();
  }

  /** A maximum keeps the size from being raised, and does not lower it. */
  private int withinBounds(GroupSettings settings, int size) {
    int most = Math.max(settings.max(), seen.desired());
    return Math.clamp(size, settings.min(), most);
  }

  /** How many have been ended with whom the size fell, or may have. */
  private int fallen() {
    return Math.toIntExact(
        leave.stream()
            .filter(PoolIntent.Leave::shrink)
            .filter(each -> staying(each.instanceId()).isEmpty())
            .count());
  }

  private Optional<GroupInstance> staying(String id) {
    return seen.member(id).filter(GroupInstance::isStaying);
  }

  /** Ends those that are there, each in a step of its own. */
  public List<PlanStep> plan() {
    return leave.stream().flatMap(each -> end(each).stream()).toList();
  }

  private Optional<PlanStep> end(PoolIntent.Leave each) {
    return staying(each.instanceId())
        .filter(member -> !member.isWarm())
        .map(
            member ->
                new GroupStep.TerminateInstance(
                    seen.name(),
                    each.instanceId(),
                    each.shrink() && member.countsTowardsDesired(),
                    each.since(),
                    reason(each, member)));
  }

  private String reason(PoolIntent.Leave each, GroupInstance member) {
    if (!member.countsTowardsDesired()) {
      return "it is to leave, and does not count towards the size of %d".formatted(seen.desired());
    }
    return each.shrink()
        ? "it is to leave, and the size of %d falls with it".formatted(seen.desired())
        : "it is to leave, and another takes its place at a size of %d".formatted(seen.desired());
  }
}
