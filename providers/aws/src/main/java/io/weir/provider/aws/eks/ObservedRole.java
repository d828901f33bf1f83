package io.weir.provider.aws.eks;

import io.weir.provider.aws.tag.TaggedResource;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The role that Weir makes for a node group, as IAM shows it.
 *
 * @param name its name
 * @param arn its ARN
 * @param tags its tags
 * @param policies ARNs of the policies that are attached to it
 */
public record ObservedRole(
    String name, String arn, Map<String, String> tags, Set<String> policies) {

  private static final String TYPE = "IAM role";

  public ObservedRole {
    tags = Map.copyOf(tags);
    policies = Collections.unmodifiableSet(new TreeSet<>(policies));
  }

  /** As what its tags hang on. */
  public TaggedResource resource() {
    return new TaggedResource(TYPE, name, name);
  }

  /** Whether it is a role that tags hang on. */
  public static boolean isA(TaggedResource resource) {
    return resource.type().equals(TYPE);
  }

  /** Whether it was made for a node group of the cluster; others are used as they are. */
  public boolean isMadeFor(String cluster) {
    return EksMarks.areOfCluster(cluster, tags);
  }

  /** The same with other tags. */
  public ObservedRole withTags(Map<String, String> other) {
    return new ObservedRole(name, arn, other, policies);
  }

  /** The same with other policies. */
  public ObservedRole withPolicies(Set<String> other) {
    return new ObservedRole(name, arn, tags, other);
  }
}
