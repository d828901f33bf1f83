package io.weir.provider.aws.eks;

import io.weir.provider.aws.tag.DesiredTags;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The IAM role of a pool's nodes. */
public sealed interface DesiredRole {

  /** Its name. */
  String name();

  /**
   * One that people made, and which is used as it is.
   *
   * @param arn its ARN
   */
  record Given(String name, String arn) implements DesiredRole {}

  /**
   * One that cannot be used or made before people correct something; what is there stays.
   *
   * @param name its name
   */
  record Unusable(String name) implements DesiredRole {}

  /**
   * One that Weir makes.
   *
   * @param path its path; absent for none
   * @param permissionsBoundary ARN of its permissions boundary; absent for none
   * @param trusted service that may give it to its machines, which is EC2
   * @param policies ARNs of the policies that it has
   * @param tags its tags, proof of ownership included
   */
  record Made(
      String name,
      @Nullable String path,
      @Nullable String permissionsBoundary,
      String trusted,
      List<String> policies,
      DesiredTags tags)
      implements DesiredRole {
    public Made {
      policies = List.copyOf(policies);
    }
  }
}
