package io.weir.provider.aws.plan;

import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.desired.PoolTags;
import io.weir.provider.shared.AppliedEntries;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Keeps what hangs on a group or template as wanted. None waits for another. */
public sealed interface GroupFeatureStep extends AwsStep {

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  /** Adds a lifecycle hook, or changes it. */
  record PutHook(String name, Hook hook, boolean exists, String reason)
      implements GroupFeatureStep {
    @Override
    public String description() {
      return "put lifecycle hook %s of Auto Scaling group %s".formatted(hook.name(), name);
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return AwsAnnotations.withPlannedHook(providerAnnotations, hook);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return AwsAnnotations.withHooks(providerAnnotations, List.of(hook));
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
      return AwsAnnotations.HOOKS.remove(providerAnnotations, hook);
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
      return AwsAnnotations.SUSPENDED.add(providerAnnotations, AppliedEntries.names(processes));
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

    /** What is off after it, of what was before. */
    public Set<String> suspendedAfter(Set<String> before) {
      var suspended = new TreeSet<>(before);
      suspended.removeAll(processes);
      return suspended;
    }
  }

  /** What a tag hangs on. */
  enum TagTarget {
    GROUP("Auto Scaling group"),
    TEMPLATE("launch template");

    private final String text;

    TagTarget(String text) {
      this.text = text;
    }
  }

  /**
   * Marks a group or template as the pool's.
   *
   * @param id name of the group, or id of the template
   */
  record Mark(
      String name,
      TagTarget target,
      String id,
      Map<String, String> tags,
      String eventReason,
      String reason)
      implements GroupFeatureStep {

    static Mark of(
        TagTarget target,
        String name,
        String id,
        PoolIdentity pool,
        Ownership.Claimable claimable) {
      return new Mark(
          name,
          target,
          id,
          PoolTags.ofMarks(pool.claim().marks()),
          claimable.eventReason(),
          claimable.reason());
    }

    @Override
    public String description() {
      return "mark %s %s as this pool's".formatted(target.text, name);
    }

    @Override
    public boolean endsPass() {
      return true;
    }

    @Override
    public boolean canBeSkipped() {
      return false;
    }

    @Override
    public boolean isTemplateWrite() {
      return target == TagTarget.TEMPLATE;
    }

    /** The write that it is. */
    public SetTags toSetTags() {
      return new SetTags(name, target, id, tags, Map.of(), reason);
    }
  }

  /**
   * Sets tags.
   *
   * @param id name of the group, or id of the template
   */
  record SetTags(
      String name,
      TagTarget target,
      String id,
      Map<String, String> tags,
      Map<String, String> additional,
      String reason)
      implements GroupFeatureStep {
    @Override
    public String description() {
      return "tag %s %s".formatted(target.text, name);
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return AwsAnnotations.TAGS.add(providerAnnotations, additional);
    }

    @Override
    public Object goalKey() {
      return List.of(target, id, additional);
    }

    @Override
    public boolean isTemplateWrite() {
      return target == TagTarget.TEMPLATE;
    }

    /** The tags after it, from those before. */
    public Map<String, String> tagsAfter(Map<String, String> before) {
      var tagged = new HashMap<>(before);
      tagged.putAll(tags);
      return tagged;
    }
  }

  /**
   * Takes tags away that we set.
   *
   * @param id name of the group, or id of the template
   */
  record RemoveTags(String name, TagTarget target, String id, Set<String> keys, String reason)
      implements GroupFeatureStep {
    @Override
    public String description() {
      return "remove tags from %s %s".formatted(target.text, name);
    }

    @Override
    public boolean isTemplateWrite() {
      return target == TagTarget.TEMPLATE;
    }

    /** The tags after it, from those before. */
    public Map<String, String> tagsAfter(Map<String, String> before) {
      var tagged = new HashMap<>(before);
      tagged.keySet().removeAll(keys);
      return tagged;
    }
  }
}
