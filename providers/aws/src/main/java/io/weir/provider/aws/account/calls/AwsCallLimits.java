package io.weir.provider.aws.account.calls;

import io.weir.provider.CallLimits;
import java.util.Set;

/**
 * What AWS bears of each action, for an account in a region. EC2 publishes it (<a
 * href="https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html">request
 * throttling</a>); Auto Scaling does not, which is taken to bear half of the usual rate.
 */
public final class AwsCallLimits implements CallLimits {

  private static final RateLimit FILTERED_READ = new RateLimit(100, 20);
  private static final RateLimit UNFILTERED_READ = new RateLimit(50, 10);
  private static final RateLimit EC2_WRITE = new RateLimit(200, 5);
  private static final RateLimit AUTO_SCALING = new RateLimit(200, 10);

  /** Asked again and again while instances are refreshed, and by others, too. */
  private static final RateLimit REFRESHES = new RateLimit(20, 5);

  /** Also of those that are only tried. */
  private static final RateLimit LAUNCHES = new RateLimit(5, 2);

  /** Asked of every group that lacks instances: of all at once where a zone fails. */
  private static final RateLimit ACTIVITIES = new RateLimit(40, 5);

  /** Of IAM, which has one limit for all of an account. */
  private static final RateLimit ROLES = new RateLimit(20, 5);

  /** Of EKS, which publishes none. */
  private static final RateLimit NODEGROUPS = new RateLimit(40, 10);

  private static final Set<String> FILTERED =
      Set.of(
          "DescribeImages",
          "DescribeInstances",
          "DescribeLaunchTemplates",
          "DescribeSecurityGroups",
          "DescribeSubnets");

  /** Asked by names or ids, or for what is not filtered. */
  private static final Set<String> UNFILTERED =
      Set.of("DescribeInstanceTypes", "DescribeLaunchTemplateVersions");

  /** Both services have DeleteTags: the lower limit holds. */
  private static final Set<String> EC2_WRITES =
      Set.of(
          "CreateLaunchTemplate",
          "CreateLaunchTemplateVersion",
          "CreateTags",
          "DeleteLaunchTemplate",
          "DeleteLaunchTemplateVersions",
          "DeleteTags");

  @Override
  public RateLimit ofAccount(String api) {
    if (FILTERED.contains(api)) {
      return FILTERED_READ;
    }
    if (UNFILTERED.contains(api)) {
      return UNFILTERED_READ;
    }
    return switch (api) {
      case "DescribeInstanceRefreshes" -> REFRESHES;
      case "DescribeScalingActivities" -> ACTIVITIES;
      case "RunInstances" -> LAUNCHES;
      case "GetRole",
          "ListAttachedRolePolicies",
          "CreateRole",
          "AttachRolePolicy",
          "DetachRolePolicy",
          "DeleteRole",
          "TagRole",
          "UntagRole" ->
          ROLES;
      case "ListNodegroups",
          "DescribeNodegroup",
          "DescribeUpdate",
          "CreateNodegroup",
          "UpdateNodegroupConfig",
          "UpdateNodegroupVersion",
          "DeleteNodegroup",
          "TagResource",
          "UntagResource" ->
          NODEGROUPS;
      default -> EC2_WRITES.contains(api) ? EC2_WRITE : AUTO_SCALING;
    };
  }
}
