package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.tag.TagPlanner;
import io.weir.provider.aws.template.DesiredTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps of an Auto Scaling group. Pure. */
public final class GroupPlanner {

  private GroupPlanner() {}

  /**
   * Makes the group.
   *
   * @param templateId absent where the template is made by the step before
   */
  public static PlanStep create(
      DesiredGroup want, DesiredTemplate template, Optional<String> templateId) {
    return new GroupStep.CreateGroup(
        want,
        template,
        templateId,
        "it does not exist, %d instances wanted".formatted(want.size()));
  }

  /** Brings a group that exists to what is wanted. */
  public static List<PlanStep> update(
      DesiredGroup want, DesiredTemplate template, String templateId, ObservedGroup seen) {
    var differences = GroupDifferences.between(want.settings(), templateId, seen);
    return differences.isEmpty()
        ? List.of()
        : List.of(
            new GroupStep.UpdateGroup(
                want,
                template,
                templateId,
                GroupDifferences.timersDiffer(want.settings(), seen),
                surplus(want.settings(), seen),
                String.join(", ", differences)));
  }

  /** AWS keeps the size within the bounds, too, where somebody else decides it. */
  private static int surplus(GroupSettings want, ObservedGroup seen) {
    int size = want.capacity() == null ? Math.min(seen.desired(), want.max()) : want.capacity();
    return Math.max(0, seen.desired() - size);
  }

  /** What stands on a group that exists beside what others put there. */
  public static List<PlanStep> sharedEntries(
      DesiredGroup want, ObservedGroup seen, ProviderAnnotations providerAnnotations) {
    var steps =
        new ArrayList<>(GroupFeaturePlanner.plan(want.settings(), seen, providerAnnotations));
    steps.addAll(TagPlanner.plan(seen.resource(), seen.tags(), want.tags(), providerAnnotations));
    return steps;
  }

  /** Deletes the group with its instances. */
  public static PlanStep delete(ObservedGroup seen) {
    int members = seen.members().size();
    return new GroupStep.DeleteGroup(
        seen.name(),
        members,
        "the pool is being deleted, the group has %d %s"
            .formatted(members, members == 1 ? "instance" : "instances"));
  }
}
