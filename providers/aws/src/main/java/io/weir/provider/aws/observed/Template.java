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
 */
public record Template(
    String id, String name, long latest, Optional<Mark> mark, Map<String, String> tags) {
  public Template {
    tags = Map.copyOf(tags);
  }
}
