package io.weir.provider.aws.plan;

import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.desired.PoolTags;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sets or removes tags of a group or template. None waits for another, but for the marks. */
public sealed interface TagStep extends AwsStep {

  /** What it hangs on. */
  TagTarget target();

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  @Override
  default boolean isTemplateWrite() {
    return target() == TagTarget.TEMPLATE;
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
      implements TagStep {

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
      implements TagStep {
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
      implements TagStep {
    @Override
    public String description() {
      return "remove tags from %s %s".formatted(target.text, name);
    }

    /** The tags after it, from those before. */
    public Map<String, String> tagsAfter(Map<String, String> before) {
      var tagged = new HashMap<>(before);
      tagged.keySet().removeAll(keys);
      return tagged;
    }
  }
}
