package io.weir.provider.aws.template.calls;

import java.util.Set;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;

/**
 * What AWS says of a launch that is only tried: it answers each with an error, by which it tells
 * that the launch would have succeeded, too (<a
 * href="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RunInstances.html">RunInstances</a>).
 */
final class LaunchAnswer {

  /** All that was asked for is in order, though AWS may have no room for it now. */
  private static final Set<String> IN_ORDER =
      Set.of(
          "DryRunOperation",
          "InstanceLimitExceeded",
          "InsufficientCapacityOnOutpost",
          "InsufficientFreeAddressesInSubnet",
          "InsufficientHostCapacity",
          "InsufficientInstanceCapacity",
          "InsufficientReservedInstanceCapacity",
          "InsufficientVolumeCapacity",
          "MaxIOPSLimitExceeded",
          "MaxSpotInstanceCountExceeded",
          "NetworkInterfaceLimitExceeded",
          "ReservationCapacityExceeded",
          "SpotMaxPriceTooLow",
          "VcpuLimitExceeded",
          "VolumeLimitExceeded");

  private LaunchAnswer() {}

  /**
   * Tries a launch.
   *
   * @param request with DryRun
   * @return AWS's word for an answer by which all is in order
   * @throws Ec2Exception if it was refused
   */
  static String of(Ec2Client client, RunInstancesRequest request) {
    try {
      var _ = client.runInstances(request);
      throw new IllegalStateException("AWS has taken a launch that was only tried for one");
    } catch (Ec2Exception answer) {
      String code = answer.awsErrorDetails() == null ? "" : answer.awsErrorDetails().errorCode();
      if (IN_ORDER.contains(code)) {
        return code;
      }
      throw answer;
    }
  }
}
