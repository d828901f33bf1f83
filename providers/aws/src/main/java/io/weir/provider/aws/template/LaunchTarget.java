package io.weir.provider.aws.template;

import java.util.List;

/**
 * Where and as what a group launches instances, beside what its launch template says.
 *
 * @param subnets ids, in the order in which they are tried
 * @param instanceTypes of the group's policy, best first; empty where the template names the type
 */
public record LaunchTarget(List<String> subnets, List<String> instanceTypes) {

  /** Another service of AWS decides it, such as EKS for its node groups. */
  public static final LaunchTarget BY_ANOTHER_SERVICE = new LaunchTarget(List.of(), List.of());

  public LaunchTarget {
    subnets = List.copyOf(subnets);
    instanceTypes = List.copyOf(instanceTypes);
  }
}
