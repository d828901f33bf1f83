package io.weir.provider.aws.tag;

import io.weir.provider.Ownership;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.ProviderAnnotations;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sets or removes tags of a resource. None waits for another, but for the marks. Whose part the
 * resource is, that part makes the write.
 */
public sealed interface TagStep extends PlanStep {

  /** What they hang on. */
  TaggedResource resource();

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  /** The tags after it, from those before. */
  Map<String, String> tagsAfter(Map<String, String> before);

  /** A step that sets tags. */
  sealed interface Setting extends TagStep {

    /** Those that it sets. */
    Map<String, String> tags();

    @Override
    default Map<String, String> tagsAfter(Map<String, String> before) {
      var tagged = new HashMap<>(before);
      tagged.putAll(tags());
      return tagged;
    }
  }

  /** Marks a resource as the pool's. */
  record Mark(TaggedResource resource, Map<String, String> tags, String eventReason, String reason)
      implements Setting {

    /** The mark of what the pool may claim. */
    public static Mark of(
        TaggedResource resource, PoolIdentity pool, Ownership.Claimable claimable) {
      return new Mark(
          resource,
          PoolTags.ofMarks(pool.claim().marks()),
          claimable.eventReason(),
          claimable.reason());
    }

    @Override
    public String description() {
      return "mark %s as this pool's".formatted(resource);
    }

    @Override
    public boolean endsPass() {
      return true;
    }

    @Override
    public boolean canBeSkipped() {
      return false;
    }
  }

  /**
   * Sets tags.
   *
   * @param additional all that people asked for, set or to be set
   */
  record SetTags(
      TaggedResource resource,
      Map<String, String> tags,
      Map<String, String> additional,
      String reason)
      implements Setting {
    @Override
    public String description() {
      return "tag " + resource;
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return AppliedTags.withPlanned(providerAnnotations, additional);
    }

    @Override
    public Object goalKey() {
      return List.of(resource, additional);
    }
  }

  /** Takes tags away that we set. */
  record RemoveTags(TaggedResource resource, Set<String> keys, String reason) implements TagStep {
    @Override
    public String description() {
      return "remove tags from " + resource;
    }

    @Override
    public Map<String, String> tagsAfter(Map<String, String> before) {
      var tagged = new HashMap<>(before);
      tagged.keySet().removeAll(keys);
      return tagged;
    }
  }
}
