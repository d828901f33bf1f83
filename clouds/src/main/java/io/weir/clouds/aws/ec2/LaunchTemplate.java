package io.weir.clouds.aws.ec2;

import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** A launch template with the versions that were not deleted. */
public final class LaunchTemplate {
  private final String id;
  private final String name;
  private final Instant created;
  private final Map<String, String> tags;
  private final NavigableMap<Long, TemplateVersion> versions = new TreeMap<>();
  private long defaultVersion = 1;
  private long lastNumber;

  LaunchTemplate(String id, String name, Instant created, Map<String, String> tags) {
    this.id = id;
    this.name = name;
    this.created = created;
    this.tags = new TreeMap<>(tags);
  }

  /** Its id. */
  public String id() {
    return id;
  }

  /** Its name, unique among the templates that exist. */
  public String name() {
    return name;
  }

  /** Its tags, live. */
  public Map<String, String> tags() {
    return tags;
  }

  /** Its versions by number, live. */
  public NavigableMap<Long, TemplateVersion> versions() {
    return versions;
  }

  Instant createdAt() {
    return created;
  }

  /** The version that {@code $Default} means. */
  public long defaultVersion() {
    return defaultVersion;
  }

  /** The version that {@code $Latest} means: the youngest that was not deleted. */
  public long latestVersion() {
    return versions.lastKey();
  }

  void setDefaultVersion(long number) {
    defaultVersion = number;
  }

  long lastNumber() {
    return lastNumber;
  }

  void restore(long savedDefault, long savedLastNumber) {
    defaultVersion = savedDefault;
    lastNumber = savedLastNumber;
  }

  // Numbers of deleted versions are never given again.
  long nextNumber() {
    return ++lastNumber;
  }

  /** The version that a number, {@code $Latest} or {@code $Default} names. */
  public Optional<TemplateVersion> findVersion(String named) {
    long number =
        switch (named) {
          case "$Latest" -> latestVersion();
          case "$Default", "" -> defaultVersion;
          default -> named.matches("[0-9]{1,9}") ? Long.parseLong(named) : -1;
        };
    return Optional.ofNullable(versions.get(number));
  }
}
