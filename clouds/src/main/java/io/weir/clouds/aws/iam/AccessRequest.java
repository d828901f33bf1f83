package io.weir.clouds.aws.iam;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * One thing that a call needs to be allowed.
 *
 * @param action with the service's prefix, such as {@code ec2:CreateTags}
 * @param resource its ARN; {@code *} for actions that know no resources
 * @param context keys that conditions may name, with their values
 */
public record AccessRequest(String action, String resource, Map<String, String> context) {

  public AccessRequest {
    context = Collections.unmodifiableMap(new HashMap<>(context));
  }

  /** Without any key. */
  public static AccessRequest of(String action, String resource) {
    return new AccessRequest(action, resource, Map.of());
  }

  /** With another key. */
  public AccessRequest with(String key, String value) {
    var more = new HashMap<>(context);
    more.put(key, value);
    return new AccessRequest(action, resource, more);
  }

  /** With the tags that the resource has already. */
  public AccessRequest onTagged(Map<String, String> tags) {
    return withEach("aws:ResourceTag/", tags);
  }

  /** With the tags that the call sets. */
  public AccessRequest setting(Map<String, String> tags) {
    return withEach("aws:RequestTag/", tags);
  }

  private AccessRequest withEach(String prefix, Map<String, String> tags) {
    var more = new HashMap<>(context);
    tags.forEach((key, value) -> more.put(prefix + key, value));
    return new AccessRequest(action, resource, more);
  }
}
