package io.weir.provider.aws.template;

import io.weir.provider.Ownership;
import io.weir.provider.PoolIdentity;
import io.weir.provider.aws.tag.TagMarks;
import io.weir.provider.aws.tag.TaggedResource;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A launch template as AWS shows it.
 *
 * @param id its id
 * @param name its name, unique in account and region
 * @param latestVersion number of its newest version, the one that groups use
 * @param fingerprint what the newest version holds; absent if it was not made by Weir
 * @param tags its tags
 * @param hasSurplusVersions whether old versions are to be removed; known right after one was added
 *     only
 */
public record ObservedTemplate(
    String id,
    String name,
    long latestVersion,
    Optional<TemplateFingerprint> fingerprint,
    Map<String, String> tags,
    boolean hasSurplusVersions) {

  /** With no more versions than it should have. */
  public ObservedTemplate(
      String id,
      String name,
      long latest,
      Optional<TemplateFingerprint> fingerprint,
      Map<String, String> tags) {
    this(id, name, latest, fingerprint, tags, false);
  }

  private static final String TYPE = "launch template";

  public ObservedTemplate {
    tags = Map.copyOf(tags);
  }

  /** The same with other tags. */
  public ObservedTemplate withTags(Map<String, String> other) {
    return new ObservedTemplate(id, name, latestVersion, fingerprint, other, hasSurplusVersions);
  }

  /** The same once old versions were removed. */
  public ObservedTemplate withoutSurplusVersions() {
    return new ObservedTemplate(id, name, latestVersion, fingerprint, tags, false);
  }

  /** As what its tags hang on. */
  public TaggedResource resource() {
    return new TaggedResource(TYPE, name, id);
  }

  /** Whether it is a launch template that tags hang on. */
  public static boolean isA(TaggedResource resource) {
    return resource.type().equals(TYPE);
  }

  /**
   * Whose it is.
   *
   * @param used whether what is the pool's uses it
   */
  public Ownership ownership(PoolIdentity pool, boolean used) {
    return Ownership.of(
        TagMarks.read(resource().toString(), tags, pool, used, Set.of()), pool.claim());
  }
}
