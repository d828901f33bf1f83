package io.weir.provider.aws.apply;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsErrors;
import io.weir.provider.aws.calls.PoolCalls;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.ObservedGroup;
import io.weir.provider.aws.observed.ObservedRefresh;
import io.weir.provider.aws.observed.ObservedTemplate;
import io.weir.provider.aws.observed.RefreshObservation;
import io.weir.provider.aws.plan.GroupFeatureStep;
import io.weir.provider.aws.plan.GroupStep;
import io.weir.provider.aws.plan.InstanceRefreshStep;
import io.weir.provider.aws.plan.TagStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Writes to Auto Scaling groups, and what their answers prove. */
final class GroupWrites {

  private static final String LATEST = "$Latest";
  private static final String DELETING = "Delete in progress";

  private final PoolCalls calls;

  GroupWrites(PoolCalls calls) {
    this.calls = calls;
  }

  AwsObservedState create(GroupStep.CreateGroup step, AwsObservedState seen)
      throws ProviderException {
    var id = step.templateId().or(() -> seen.template().map(ObservedTemplate::id));
    calls.createGroup(GroupRequests.create(step.want(), id));
    var want = step.want();
    var hooks = want.group().hooks().stream().collect(Collectors.toMap(Hook::name, hook -> hook));
    return seen.withGroup(
            Optional.of(wanted(want, id.orElse(""), "", want.tags(), List.of(), Set.of())))
        .withHooks(Optional.of(hooks));
  }

  AwsObservedState update(GroupStep.UpdateGroup step, AwsObservedState seen)
      throws ProviderException {
    calls.updateGroup(GroupRequests.update(step.want(), step.templateId(), step.timers()));
    return changing(seen, was -> updated(step, was));
  }

  private static ObservedGroup updated(GroupStep.UpdateGroup step, ObservedGroup was) {
    var is =
        wanted(
            step.want(), step.templateId(), was.arn(), was.tags(), was.members(), was.suspended());
    return step.want().group().capacity() == null ? is.withDesired(was.desired()) : is;
  }

  /** The group as it is once AWS has accepted what is wanted. */
  private static ObservedGroup wanted(
      AwsDesiredState want,
      String templateId,
      String arn,
      Map<String, String> tags,
      List<ObservedGroup.GroupInstance> members,
      Set<String> suspended) {
    var settings = want.group();
    return new ObservedGroup(
        want.name(),
        arn,
        settings.min(),
        settings.max(),
        settings.capacity() == null ? settings.min() : settings.capacity(),
        settings.subnets(),
        Optional.of(new ObservedGroup.TemplateReference(templateId, want.name(), LATEST)),
        settings.mixed(),
        settings.capacityRebalance(),
        settings.cooldown(),
        settings.warmup(),
        "",
        tags,
        members,
        suspended);
  }

  AwsObservedState delete(GroupStep.DeleteGroup step, AwsObservedState seen)
      throws ProviderException {
    try {
      calls.deleteGroup(GroupRequests.delete(step.name()));
    } catch (ProviderException.NotFound gone) {
      return seen.withGroup(Optional.empty());
    }
    return changing(seen, observedGroup -> observedGroup.withStatus(DELETING));
  }

  AwsObservedState start(InstanceRefreshStep.StartRefresh step, AwsObservedState seen)
      throws ProviderException {
    try {
      String id =
          calls
              .startRefresh(GroupFeatureRequests.start(step.name(), step.settings()))
              .instanceRefreshId();
      var listed = new ArrayList<ObservedRefresh>();
      listed.add(ObservedRefresh.pending(id));
      if (seen.refreshes() instanceof RefreshObservation.Read read) {
        listed.addAll(read.newestFirst());
      }
      return seen.withRefreshes(new RefreshObservation.Read(listed));
    } catch (ProviderException.Busy failure) {
      if (!AwsErrors.isRefreshInProgress(failure)) {
        throw failure;
      }
      // Perhaps the one that we asked for and got no answer to: a reading will tell.
      return seen.withRefreshes(new RefreshObservation.NotRead());
    }
  }

  AwsObservedState cancel(InstanceRefreshStep.CancelRefresh step, AwsObservedState seen)
      throws ProviderException {
    try {
      calls.cancelRefresh(GroupFeatureRequests.cancel(step.name()));
    } catch (ProviderException.NotFound ended) {
      return seen.withRefreshes(new RefreshObservation.NotRead());
    }
    return seen.refreshes() instanceof RefreshObservation.Read read
        ? seen.withRefreshes(stopping(read, step.refresh()))
        : seen;
  }

  private static RefreshObservation.Read stopping(RefreshObservation.Read read, String id) {
    return new RefreshObservation.Read(
        read.newestFirst().stream()
            .map(
                observedRefresh ->
                    observedRefresh.id().equals(id)
                        ? observedRefresh.asCancelling()
                        : observedRefresh)
            .toList());
  }

  AwsObservedState put(GroupFeatureStep.PutHook step, AwsObservedState seen)
      throws ProviderException {
    calls.putHook(GroupFeatureRequests.put(step.name(), step.hook(), step.exists()));
    return hooked(seen, hooks -> hooks.put(step.hook().name(), step.hook()));
  }

  AwsObservedState delete(GroupFeatureStep.DeleteHook step, AwsObservedState seen)
      throws ProviderException {
    try {
      calls.deleteHook(GroupFeatureRequests.deleteHook(step.name(), step.hook()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    return hooked(seen, hooks -> hooks.remove(step.hook()));
  }

  private static AwsObservedState hooked(
      AwsObservedState seen, Consumer<Map<String, Hook>> change) {
    Optional<Map<String, Hook>> after =
        seen.hooks()
            .map(
                before -> {
                  var changed = new TreeMap<>(before);
                  change.accept(changed);
                  return changed;
                });
    return seen.withHooks(after);
  }

  AwsObservedState suspend(GroupFeatureStep.Suspend step, AwsObservedState seen)
      throws ProviderException {
    calls.suspendProcesses(GroupFeatureRequests.suspend(step.name(), step.processes()));
    return changing(
        seen,
        observedGroup ->
            observedGroup.withSuspended(step.suspendedAfter(observedGroup.suspended())));
  }

  AwsObservedState resume(GroupFeatureStep.Resume step, AwsObservedState seen)
      throws ProviderException {
    calls.resumeProcesses(GroupFeatureRequests.resume(step.name(), step.processes()));
    return changing(
        seen,
        observedGroup ->
            observedGroup.withSuspended(step.suspendedAfter(observedGroup.suspended())));
  }

  AwsObservedState tag(TagStep.SetTags step, AwsObservedState seen) throws ProviderException {
    calls.tagGroups(GroupFeatureRequests.tag(step.name(), step.tags()));
    return changing(
        seen, observedGroup -> observedGroup.withTags(step.tagsAfter(observedGroup.tags())));
  }

  AwsObservedState untag(TagStep.RemoveTags step, AwsObservedState seen) throws ProviderException {
    calls.untagGroups(GroupFeatureRequests.untag(step.name(), step.keys()));
    return changing(
        seen, observedGroup -> observedGroup.withTags(step.tagsAfter(observedGroup.tags())));
  }

  private static AwsObservedState changing(
      AwsObservedState seen, UnaryOperator<ObservedGroup> change) {
    return seen.withGroup(seen.group().map(change));
  }
}
