package io.weir.provider.aws.tag;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tags that a pool's group and template should have.
 *
 * @param all proof of ownership included
 * @param additional those of them that people asked for
 */
public record DesiredTags(Map<String, String> all, Map<String, String> additional) {

  public DesiredTags {
    all = Collections.unmodifiableMap(new TreeMap<>(all));
    additional = Collections.unmodifiableMap(new TreeMap<>(additional));
  }
}
