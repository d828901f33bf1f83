package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.api.LifecycleHookNames;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.shared.AppliedEntries;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Keeps hooks or processes of a group as wanted. None waits for another. */
public sealed interface GroupFeatureStep extends GroupStep {

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  /** Whether a step is about lifecycle hooks. */
  static boolean isOfHooks(@Nullable PlanStep step) {
    return step instanceof PutHook
        || step instanceof DeleteHook
        || step instanceof CompleteTermination
        || step instanceof ProlongTermination;
  }

  /** Adds a lifecycle hook, or changes it. */
  record PutHook(String name, Hook hook, boolean exists, String reason)
      implements GroupFeatureStep {
    /** Nothing is rolled before those who go are drained. */
    @Override
    public boolean canBeSkipped() {
      return !hook.name().equals(LifecycleHookNames.DRAIN);
    }

    @Override
    public String description() {
      return "put lifecycle hook %s of Auto Scaling group %s".formatted(hook.name(), name);
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return GroupAnnotations.withPlannedHook(providerAnnotations, hook);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return GroupAnnotations.withHooks(providerAnnotations, List.of(hook));
    }
  }

  /** Removes a lifecycle hook that we made. */
  record DeleteHook(String name, String hook, String reason) implements GroupFeatureStep {
    @Override
    public String description() {
      return "delete lifecycle hook %s of Auto Scaling group %s".formatted(hook, name);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return GroupAnnotations.HOOKS.remove(providerAnnotations, hook);
    }
  }

  /**
   * Tells AWS to go on with the end of an instance that our hook holds up.
   *
   * @param held the instance, and when that was decided
   */
  record CompleteTermination(String name, PoolIntent.Held held, String reason)
      implements GroupFeatureStep {
    @Override
    public String description() {
      return "let Auto Scaling group %s end instance %s".formatted(name, held.instanceId());
    }

    @Override
    public Optional<PoolIntent.Held> answersHeld() {
      return Optional.of(held);
    }

    @Override
    public Object backoffKey() {
      return List.of("complete", held.instanceId());
    }
  }

  /**
   * Makes AWS wait on with the end of an instance that our hook holds up.
   *
   * @param held the instance, and when that was decided
   */
  record ProlongTermination(String name, PoolIntent.Held held, String reason)
      implements GroupFeatureStep {
    @Override
    public String description() {
      return "make Auto Scaling group %s wait with the end of instance %s"
          .formatted(name, held.instanceId());
    }

    @Override
    public Optional<PoolIntent.Held> answersHeld() {
      return Optional.of(held);
    }

    @Override
    public Object backoffKey() {
      return List.of("prolong", held.instanceId());
    }
  }

  /** Switches processes of the group off. */
  record Suspend(String name, Set<String> processes, String reason) implements GroupFeatureStep {
    @Override
    public String description() {
      return "suspend processes of Auto Scaling group " + name;
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return GroupAnnotations.SUSPENDED.add(providerAnnotations, AppliedEntries.names(processes));
    }

    /** What is off after it, of what was before. */
    public Set<String> suspendedAfter(Set<String> before) {
      var suspended = new TreeSet<>(before);
      suspended.addAll(processes);
      return suspended;
    }
  }

  /** Switches processes of the group on again. */
  record Resume(String name, Set<String> processes, String reason) implements GroupFeatureStep {
    @Override
    public String description() {
      return "resume processes of Auto Scaling group " + name;
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      ProviderAnnotations left = providerAnnotations;
      for (String process : processes) {
        left = GroupAnnotations.SUSPENDED.remove(left, process);
      }
      return left;
    }

    /** What is off after it, of what was before. */
    public Set<String> suspendedAfter(Set<String> before) {
      var suspended = new TreeSet<>(before);
      suspended.removeAll(processes);
      return suspended;
    }
  }
}
