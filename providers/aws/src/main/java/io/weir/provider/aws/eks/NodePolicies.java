package io.weir.provider.aws.eks;

import java.util.List;
import java.util.stream.Stream;

/**
 * The policies that nodes of EKS need, and who may give nodes a role (<a
 * href="https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html">node IAM role</a>).
 */
final class NodePolicies {

  private static final String CHINA = "aws-cn";
  private static final List<String> NEEDED =
      List.of(
          "AmazonEKSWorkerNodePolicy",
          "AmazonEKS_CNI_Policy",
          "AmazonEC2ContainerRegistryReadOnly");

  private NodePolicies() {}

  /** ARNs of those, and of further ones. */
  static List<String> of(String region, List<String> more) {
    return Stream.concat(
            NEEDED.stream()
                .map(name -> "arn:%s:iam::aws:policy/%s".formatted(partition(region), name)),
            more.stream())
        .distinct()
        .toList();
  }

  /** The name of EC2 in policies. */
  static String ec2(String region) {
    return partition(region).equals(CHINA) ? "ec2.amazonaws.com.cn" : "ec2.amazonaws.com";
  }

  private static String partition(String region) {
    if (region.startsWith("cn-")) {
      return CHINA;
    }
    return region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
  }
}
