package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Instances that our lifecycle hook holds up at their end: AWS is told to go on, or to wait on.
 * Pure.
 *
 * @param held what is to become of them
 * @param seen their group
 */
public record HeldInstances(List<PoolIntent.Held> held, ObservedGroup seen) {

  public HeldInstances {
    held = List.copyOf(held);
  }

  /** A step for each that is held still; those that may end first. */
  public List<PlanStep> plan() {
    return held.stream()
        .sorted(Comparator.comparing(PoolIntent.Held::release).reversed())
        .flatMap(each -> step(each).stream())
        .toList();
  }

  private Optional<PlanStep> step(PoolIntent.Held each) {
    return seen.member(each.instanceId())
        .filter(member -> each.release() ? member.isHeld() : member.mayBeProlonged())
        .map(
            _ ->
                each.release()
                    ? new GroupFeatureStep.CompleteTermination(
                        seen.name(), each, "nothing on its Node has to be waited for")
                    : new GroupFeatureStep.ProlongTermination(
                        seen.name(), each, "its Node is being drained"));
  }
}
