package io.weir.provider.aws.apply;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.calls.AwsErrors;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.HookReader;
import io.weir.provider.aws.observed.Memory;
import io.weir.provider.aws.observed.Refresh;
import io.weir.provider.aws.observed.RefreshReader;
import io.weir.provider.aws.observed.Refreshes;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.plan.GroupStep;
import io.weir.provider.aws.plan.RefreshStep;
import io.weir.provider.aws.plan.UpkeepStep;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Writes to Auto Scaling groups, and what their answers prove. */
final class GroupWrites {

  private static final String LATEST = "$Latest";
  private static final String DELETING = "Delete in progress";

  private final AwsCalls calls;
  private final RefreshReader refreshes;
  private final HookReader hooks;
  private final Clock clock;

  GroupWrites(AwsCalls calls, Memory memory, Clock clock) {
    this.calls = calls;
    this.refreshes = memory.refreshes();
    this.hooks = memory.hooks();
    this.clock = clock;
  }

  AwsObserved create(GroupStep.CreateGroup step, AwsObserved seen) throws ProviderException {
    var id = step.templateId().or(() -> seen.template().map(Template::id));
    calls.createGroup(GroupRequests.create(step.want(), id));
    var want = step.want();
    hooks.wrote(want.name(), Optional.empty(), clock.instant());
    return seen.withGroup(
        Optional.of(wanted(want, id.orElse(""), "", want.tags(), List.of(), Set.of())));
  }

  AwsObserved update(GroupStep.UpdateGroup step, AwsObserved seen) throws ProviderException {
    calls.updateGroup(GroupRequests.update(step.want(), step.templateId(), step.timers()));
    return changing(seen, was -> updated(step, was));
  }

  private static Group updated(GroupStep.UpdateGroup step, Group was) {
    var is =
        wanted(
            step.want(), step.templateId(), was.arn(), was.tags(), was.members(), was.suspended());
    return step.want().group().capacity() == null ? is.withDesired(was.desired()) : is;
  }

  /** The group as it is once AWS has accepted what is wanted. */
  private static Group wanted(
      AwsDesired want,
      String templateId,
      String arn,
      Map<String, String> tags,
      List<Group.Member> members,
      Set<String> suspended) {
    var settings = want.group();
    return new Group(
        want.name(),
        arn,
        settings.min(),
        settings.max(),
        settings.capacity() == null ? settings.min() : settings.capacity(),
        settings.subnets(),
        Optional.of(new Group.TemplateReference(templateId, want.name(), LATEST)),
        settings.mixed(),
        settings.capacityRebalance(),
        settings.cooldown(),
        settings.warmup(),
        "",
        tags,
        members,
        suspended);
  }

  AwsObserved delete(GroupStep.DeleteGroup step, AwsObserved seen) throws ProviderException {
    try {
      calls.deleteGroup(GroupRequests.delete(step.name()));
    } catch (ProviderException.NotFound gone) {
      return seen.withGroup(Optional.empty());
    }
    return changing(seen, group -> group.withStatus(DELETING));
  }

  AwsObserved start(RefreshStep.StartRefresh step, AwsObserved seen) throws ProviderException {
    try {
      String id =
          calls
              .startRefresh(UpkeepRequests.start(step.name(), step.settings()))
              .instanceRefreshId();
      var listed = new ArrayList<Refresh>();
      listed.add(Refresh.pending(id));
      if (seen.refreshes() instanceof Refreshes.Read read) {
        listed.addAll(read.newestFirst());
      }
      return noted(step.name(), seen, new Refreshes.Read(listed));
    } catch (ProviderException.Busy failure) {
      if (!AwsErrors.refreshRuns(failure)) {
        throw failure;
      }
      // Perhaps the one that we asked for and got no answer to: a look will tell.
      refreshes.doubt(step.name(), clock.instant());
      return seen.withRefreshes(new Refreshes.NotRead());
    }
  }

  AwsObserved cancel(RefreshStep.CancelRefresh step, AwsObserved seen) throws ProviderException {
    try {
      calls.cancelRefresh(UpkeepRequests.cancel(step.name()));
    } catch (ProviderException.NotFound ended) {
      refreshes.doubt(step.name(), clock.instant());
      return seen.withRefreshes(new Refreshes.NotRead());
    }
    return seen.refreshes() instanceof Refreshes.Read read
        ? noted(step.name(), seen, stopping(read, step.refresh()))
        : seen;
  }

  private static Refreshes.Read stopping(Refreshes.Read read, String id) {
    return new Refreshes.Read(
        read.newestFirst().stream()
            .map(refresh -> refresh.id().equals(id) ? refresh.asStopping() : refresh)
            .toList());
  }

  private AwsObserved noted(String group, AwsObserved seen, Refreshes.Read read) {
    refreshes.doubt(group, clock.instant());
    refreshes.note(group, read, clock.instant());
    return seen.withRefreshes(read);
  }

  AwsObserved put(UpkeepStep.PutHook step, AwsObserved seen) throws ProviderException {
    calls.putHook(UpkeepRequests.put(step.name(), step.hook(), step.known()));
    return hooked(step.name(), seen, hooks -> hooks.put(step.hook().name(), step.hook()));
  }

  AwsObserved delete(UpkeepStep.DeleteHook step, AwsObserved seen) throws ProviderException {
    try {
      calls.deleteHook(UpkeepRequests.deleteHook(step.name(), step.hook()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    return hooked(step.name(), seen, hooks -> hooks.remove(step.hook()));
  }

  private AwsObserved hooked(String group, AwsObserved seen, Consumer<Map<String, Hook>> change) {
    Optional<Map<String, Hook>> after =
        seen.hooks()
            .map(
                before -> {
                  var changed = new TreeMap<>(before);
                  change.accept(changed);
                  return changed;
                });
    hooks.wrote(group, after, clock.instant());
    return seen.withHooks(after);
  }

  AwsObserved suspend(UpkeepStep.Suspend step, AwsObserved seen) throws ProviderException {
    calls.suspendProcesses(UpkeepRequests.suspend(step.name(), step.processes()));
    return changing(seen, group -> group.withSuspended(step.suspended(group.suspended())));
  }

  AwsObserved resume(UpkeepStep.Resume step, AwsObserved seen) throws ProviderException {
    calls.resumeProcesses(UpkeepRequests.resume(step.name(), step.processes()));
    return changing(seen, group -> group.withSuspended(step.suspended(group.suspended())));
  }

  AwsObserved tag(UpkeepStep.SetTags step, AwsObserved seen) throws ProviderException {
    calls.tagGroups(UpkeepRequests.tag(step.name(), step.tags()));
    return changing(seen, group -> group.withTags(step.tagged(group.tags())));
  }

  AwsObserved untag(UpkeepStep.RemoveTags step, AwsObserved seen) throws ProviderException {
    calls.untagGroups(UpkeepRequests.untag(step.name(), step.keys()));
    return changing(seen, group -> group.withTags(step.tagged(group.tags())));
  }

  private static AwsObserved changing(AwsObserved seen, UnaryOperator<Group> change) {
    return seen.withGroup(seen.group().map(change));
  }
}
