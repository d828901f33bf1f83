package io.weir.provider.aws.observed;

import io.weir.provider.template.TemplateFingerprint;
import java.util.Map;
import java.util.Optional;

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
}
