package io.weir.provider.aws.eks;

import java.util.List;
import java.util.stream.Stream;

/**
 * The policies that nodes of EKS need (<a
 * href="https://docs.aws.amazon.com/eks/latest/userguide/create-node-role.html">node IAM role</a>).
 */
final class NodePolicies {

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

  private static String partition(String region) {
    if (region.startsWith("cn-")) {
      return "aws-cn";
    }
    return region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
  }
}
