package io.weir.provider.aws.tag;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.shared.EntryChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tags of a resource that exists: what is wanted is set, what we set before and is no longer wanted
 * is removed, and what others set stays. Pure.
 */
public final class TagPlanner {

  private TagPlanner() {}

  /** The steps for one resource, from the tags that it has. */
  public static List<PlanStep> plan(
      TaggedResource on,
      Map<String, String> seen,
      DesiredTags want,
      ProviderAnnotations providerAnnotations) {
    var steps = new ArrayList<PlanStep>();
    var changes = EntryChanges.between(want.all(), seen, AppliedTags.keys(providerAnnotations));
    if (!changes.missing().isEmpty()) {
      steps.add(
          new TagStep.SetTags(
              on, changes.missing(), want.additional(), "it lacks " + changes.missing().keySet()));
    }
    if (!changes.surplus().isEmpty()) {
      steps.add(
          new TagStep.RemoveTags(on, changes.surplus(), "spec.additionalTags no longer has them"));
    }
    return steps;
  }
}
