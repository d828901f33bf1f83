package io.weir.provider.aws.machinepool;

import io.weir.api.conditions.Condition;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.SummaryCondition;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.group.DesiredGroup;
import io.weir.provider.aws.group.GroupCondition;
import io.weir.provider.aws.group.HookCondition;
import io.weir.provider.aws.template.LaunchTemplateCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions of an AWSMachinePool, put together from those of its parts. The upstream
 * provider's types and reasons where it has one that fits. A hiccup that passes by itself changes
 * nothing that is up already, so conditions do not flap.
 */
record AwsPoolConditions(ReportContext<AwsDesiredState, AwsObservedState> progress) {

  List<Condition> all() {
    var seen = progress.observation().observedState();
    var want = resolved().map(AwsDesiredState::group);
    var conditions = new ArrayList<Condition>();
    new LaunchTemplateCondition(
            progress,
            seen.flatMap(AwsObservedState::template),
            resolved().map(AwsDesiredState::template))
        .toCondition()
        .ifPresent(conditions::add);
    new GroupCondition(progress, seen.flatMap(AwsObservedState::group), want)
        .toCondition()
        .ifPresent(conditions::add);
    ofHooks().toCondition().ifPresent(conditions::add);
    if (!conditions.isEmpty()) {
      conditions.addFirst(
          SummaryCondition.of(
              AwsConditions.READY, conditions, progress.revertedWrite().orElse("")));
    }
    wanted().map(DesiredGroup::sizeCondition).ifPresent(conditions::add);
    return conditions;
  }

  /** Types of those that do not apply to the pool any more. */
  Set<String> inapplicable() {
    return ofHooks().isInapplicable() ? Set.of(AwsConditions.LIFECYCLE_HOOK_READY) : Set.of();
  }

  private HookCondition ofHooks() {
    return new HookCondition(progress, resolved().map(AwsDesiredState::group));
  }

  private Optional<AwsDesiredState> resolved() {
    return progress.resolution().orElse(null)
            instanceof ResolveResult.Resolved<AwsDesiredState>(AwsDesiredState desired)
        ? Optional.of(desired)
        : Optional.empty();
  }

  /** What is worked towards now: the desired state, or what stands in for it meanwhile. */
  private Optional<DesiredGroup> wanted() {
    return resolved()
        .or(
            () ->
                progress.resolution().orElse(null)
                        instanceof
                        ResolveResult.Blocked<AwsDesiredState>(
                            var _,
                            Optional<AwsDesiredState> meanwhile)
                    ? meanwhile
                    : Optional.empty())
        .map(AwsDesiredState::group);
  }
}
