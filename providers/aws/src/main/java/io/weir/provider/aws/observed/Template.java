package io.weir.provider.aws.observed;

import io.weir.provider.aws.desired.Mark;
import java.util.Map;
import java.util.Optional;

/**
 * A launch template as AWS shows it.
 *
 * @param id its id
 * @param name its name, unique in account and region
 * @param latest number of its newest version, the one that groups use
 * @param mark what the newest version holds; absent if it was not made by Weir
 * @param tags its tags
 * @param crowded whether old versions are to be removed; known right after one was added only
 */
public record Template(
    String id,
    String name,
    long latest,
    Optional<Mark> mark,
    Map<String, String> tags,
    boolean crowded) {

  /** With no more versions than it should have. */
  public Template(
      String id, String name, long latest, Optional<Mark> mark, Map<String, String> tags) {
    this(id, name, latest, mark, tags, false);
  }

  public Template {
    tags = Map.copyOf(tags);
  }

  /** The same with other tags. */
  public Template withTags(Map<String, String> other) {
    return new Template(id, name, latest, mark, other, crowded);
  }

  /** The same once old versions were removed. */
  public Template tidied() {
    return new Template(id, name, latest, mark, tags, false);
  }
}
