package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Hooks and processes of a group that exists: what is wanted is put there, what we put there before
 * and is no longer wanted is taken away, and what others put there stays. Pure.
 */
final class GroupFeaturePlanner {

  private final GroupSettings want;
  private final ObservedGroup seen;
  private final ProviderAnnotations providerAnnotations;
  private final List<PlanStep> steps = new ArrayList<>();

  private GroupFeaturePlanner(
      GroupSettings want, ObservedGroup seen, ProviderAnnotations providerAnnotations) {
    this.want = want;
    this.seen = seen;
    this.providerAnnotations = providerAnnotations;
  }

  static List<PlanStep> plan(
      GroupSettings want, ObservedGroup seen, ProviderAnnotations providerAnnotations) {
    var groupFeaturePlanner = new GroupFeaturePlanner(want, seen, providerAnnotations);
    groupFeaturePlanner.steps.addAll(
        HookPlanner.plan(seen.name(), want.hooks(), seen.hooks(), providerAnnotations));
    groupFeaturePlanner.processes();
    return groupFeaturePlanner.steps;
  }

  /**
   * What we have switched off is switched on also where it is not seen off: a read may lack what
   * was done a moment ago, and nobody would look for it again.
   */
  private void processes() {
    var off = new TreeSet<>(want.suspend());
    off.removeAll(seen.suspended());
    if (!off.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Suspend(seen.name(), off, "spec.suspendProcesses names " + off));
    }
    var on = new TreeSet<>(want.resume());
    on.retainAll(seen.suspended());
    on.addAll(GroupAnnotations.SUSPENDED.read(providerAnnotations).keySet());
    on.removeAll(want.suspend());
    if (!on.isEmpty()) {
      steps.add(
          new GroupFeatureStep.Resume(
              seen.name(), on, "spec.suspendProcesses does not name %s".formatted(on)));
    }
  }
}
