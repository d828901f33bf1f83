package io.weir.provider.aws.group.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.api.LifecycleHookNames;
import io.weir.provider.aws.group.DesiredGroup;
import io.weir.provider.aws.group.GroupFeatureStep;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.tag.TagStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes to Auto Scaling groups, and what their answers prove. */
public record GroupWrites(GroupCalls calls) {

  private static final String LATEST = "$Latest";
  private static final String DELETING = "Delete in progress";

  /**
   * Makes the write.
   *
   * @param seen the group before it
   * @param templateId id of the pool's launch template, if it is known by now
   */
  public Optional<ObservedGroup> apply(
      GroupStep step, Optional<ObservedGroup> seen, Optional<String> templateId)
      throws ProviderException {
    switch (step) {
      case GroupStep.CreateGroup create -> {
        return Optional.of(create(create, create.templateId().or(() -> templateId)));
      }
      case GroupStep.UpdateGroup update -> {
        calls.updateGroup(
            GroupRequests.update(update.want(), update.templateId(), update.timers()));
        return seen.map(was -> updated(update, was));
      }
      case GroupStep.TerminateInstance terminate -> {
        return terminate(terminate, seen);
      }
      case GroupStep.DeleteGroup delete -> {
        return delete(delete, seen);
      }
      case GroupFeatureStep.PutHook put -> {
        calls.putHook(GroupFeatureRequests.put(put.name(), put.hook(), put.exists()));
        return hooked(seen, hooks -> hooks.put(put.hook().name(), put.hook()));
      }
      case GroupFeatureStep.DeleteHook delete -> {
        deleteHook(delete);
        return hooked(seen, hooks -> hooks.remove(delete.hook()));
      }
      case GroupFeatureStep.CompleteTermination complete -> {
        return completed(complete, seen);
      }
      case GroupFeatureStep.ProlongTermination prolong -> {
        return prolonged(prolong, seen);
      }
      case GroupFeatureStep.Suspend suspend -> {
        calls.suspendProcesses(GroupFeatureRequests.suspend(suspend.name(), suspend.processes()));
        return seen.map(was -> was.withSuspended(suspend.suspendedAfter(was.suspended())));
      }
      case GroupFeatureStep.Resume resume -> {
        calls.resumeProcesses(GroupFeatureRequests.resume(resume.name(), resume.processes()));
        return seen.map(was -> was.withSuspended(resume.suspendedAfter(was.suspended())));
      }
    }
  }

  /** Sets or removes tags of the group, and of no instance: those have them of their template. */
  public Optional<ObservedGroup> apply(TagStep step, Optional<ObservedGroup> seen)
      throws ProviderException {
    return apply(step, seen, false);
  }

  /**
   * Sets or removes tags of the group.
   *
   * @param alsoInstances whether instances that it launches from then on get them, too
   */
  public Optional<ObservedGroup> apply(
      TagStep step, Optional<ObservedGroup> seen, boolean alsoInstances) throws ProviderException {
    String name = step.resource().id();
    switch (step) {
      case TagStep.Setting set ->
          calls.tagGroups(GroupFeatureRequests.tag(name, set.tags(), alsoInstances));
      case TagStep.RemoveTags remove ->
          calls.untagGroups(GroupFeatureRequests.untag(name, remove.keys()));
    }
    return seen.map(was -> was.withTags(step.tagsAfter(was.tags())));
  }

  private ObservedGroup create(GroupStep.CreateGroup step, Optional<String> templateId)
      throws ProviderException {
    var want = step.want();
    calls.createGroup(GroupRequests.create(want, templateId));
    var hooks =
        want.settings().hooksAtCreation().stream()
            .collect(Collectors.toMap(Hook::name, hook -> hook));
    return wanted(want, templateId.orElse(""), "", want.tags().all(), List.of(), Set.of())
        .withHooks(Optional.of(hooks));
  }

  private static ObservedGroup updated(GroupStep.UpdateGroup step, ObservedGroup was) {
    var is =
        wanted(
                step.want(),
                step.templateId(),
                was.arn(),
                was.tags(),
                was.members(),
                was.suspended())
            .withHooks(was.hooks())
            .withProblem(was.problem());
    return step.want().settings().capacity() == null ? is.withDesired(was.desired()) : is;
  }

  /** The group as it is once AWS has accepted what is wanted. */
  private static ObservedGroup wanted(
      DesiredGroup want,
      String templateId,
      String arn,
      Map<String, String> tags,
      List<GroupInstance> members,
      Set<String> suspended) {
    var settings = want.settings();
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

  private Optional<ObservedGroup> terminate(
      GroupStep.TerminateInstance step, Optional<ObservedGroup> seen) throws ProviderException {
    try {
      calls.terminateInstance(GroupRequests.terminate(step.instance(), step.shrink()));
    } catch (ProviderException.NotFound gone) {
      // Whether the size fell when it went, the next look tells.
      return seen.map(was -> was.withMembers(others(was, step.instance()).toList()));
    }
    return seen.map(was -> terminated(step, was));
  }

  private static ObservedGroup terminated(GroupStep.TerminateInstance step, ObservedGroup was) {
    var is = with(was, step.instance(), GroupInstance::asTerminating);
    return step.shrink() ? is.withDesired(was.desired() - 1) : is;
  }

  /**
   * Where AWS knows of nothing to complete it has gone on already, or waits for other hooks alone.
   */
  private Optional<ObservedGroup> completed(
      GroupFeatureStep.CompleteTermination step, Optional<ObservedGroup> seen)
      throws ProviderException {
    try {
      calls.completeLifecycleAction(
          GroupFeatureRequests.completeTermination(step.name(), step.held().instanceId()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    return seen.map(was -> with(was, step.held().instanceId(), GroupInstance::asTerminating));
  }

  private Optional<ObservedGroup> prolonged(
      GroupFeatureStep.ProlongTermination step, Optional<ObservedGroup> seen)
      throws ProviderException {
    try {
      calls.recordHeartbeat(
          GroupFeatureRequests.prolongTermination(step.name(), step.held().instanceId()));
    } catch (ProviderException.NotFound gone) {
      // Nothing of ours holds it up, and what is on it is drained while that may be.
    }
    return seen.map(was -> with(was, step.held().instanceId(), GroupInstance::asProlonged));
  }

  private static ObservedGroup with(
      ObservedGroup was, String instance, UnaryOperator<GroupInstance> change) {
    return was.withMembers(
        Stream.concat(others(was, instance), was.member(instance).map(change).stream()).toList());
  }

  private static Stream<GroupInstance> others(ObservedGroup group, String id) {
    return group.members().stream().filter(member -> !member.instance().id().equals(id));
  }

  private Optional<ObservedGroup> delete(GroupStep.DeleteGroup step, Optional<ObservedGroup> seen)
      throws ProviderException {
    try {
      calls.deleteGroup(GroupRequests.delete(step.name()));
    } catch (ProviderException.NotFound gone) {
      return Optional.empty();
    }
    return seen.map(was -> was.withStatus(DELETING));
  }

  private void deleteHook(GroupFeatureStep.DeleteHook step) throws ProviderException {
    if (!LifecycleHookNames.isPossible(step.hook())) {
      // AWS refused to make it, and would refuse to delete it as well.
      return;
    }
    try {
      calls.deleteHook(GroupFeatureRequests.deleteHook(step.name(), step.hook()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
  }

  private static Optional<ObservedGroup> hooked(
      Optional<ObservedGroup> seen, Consumer<Map<String, Hook>> change) {
    return seen.map(
        was ->
            was.withHooks(
                was.hooks()
                    .map(
                        before -> {
                          var changed = new TreeMap<>(before);
                          change.accept(changed);
                          return changed;
                        })));
  }
}
