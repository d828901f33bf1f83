package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.LaunchChecks;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What Auto Scaling refuses at once, rather than at the next launch. */
final class GroupChecks {
  private final AccountRegion accountRegion;
  private final Ec2 ec2;
  private final LaunchChecks launches;

  GroupChecks(AccountRegion accountRegion, Ec2 ec2) {
    this.accountRegion = accountRegion;
    this.ec2 = ec2;
    launches = new LaunchChecks(accountRegion);
  }

  static void checkSizes(int min, int max, Optional<Integer> desired) {
    if (min > max) {
      throw AwsErrorException.validationError(
          "Max bound, %d, must be greater than or equal to min bound, %d".formatted(max, min));
    }
    desired
        .filter(size -> size < min || size > max)
        .ifPresent(
            size -> {
              throw AwsErrorException.validationError(
                  "Desired capacity:%d must be between the specified min size:%d and max size:%d"
                      .formatted(size, min, max));
            });
  }

  /** The subnets of a list with commas, around which blanks are allowed. */
  List<Subnet> parseSubnets(Struct input) {
    List<String> ids =
        Stream.of(input.findText("VPCZoneIdentifier").orElse("").split(",", -1))
            .map(String::strip)
            .filter(id -> !id.isEmpty())
            .toList();
    if (ids.isEmpty()) {
      throw AwsErrorException.validationError(
          input.texts("AvailabilityZones").isEmpty()
              ? "At least one Availability Zone or VPC Subnet is required."
              : "No default subnet for availability zone: '"
                  + input.texts("AvailabilityZones").getFirst()
                  + "'.");
    }
    List<Subnet> subnets =
        ids.stream()
            .map(
                id ->
                    accountRegion
                        .findSubnet(id)
                        .orElseThrow(
                            () ->
                                AwsErrorException.validationError(
                                    "The subnet ID '" + id + "' does not exist")))
            .toList();
    zones(input, subnets);
    return subnets;
  }

  private static void zones(Struct input, List<Subnet> subnets) {
    Set<String> given = new TreeSet<>(input.texts("AvailabilityZones"));
    Set<String> real = new TreeSet<>(subnets.stream().map(Subnet::zone).toList());
    if (!given.isEmpty() && !given.equals(real)) {
      throw AwsErrorException.validationError(
          "The availability zones of the specified subnets and the AutoScalingGroup do not match");
    }
  }

  /**
   * Tries the launch that a source means, for each of its instance types.
   *
   * @return the source as the group shall keep it
   */
  LaunchSource checkSource(LaunchSource source) {
    try {
      Struct data = source.resolve(ec2.templates()).version().data();
      List<String> types = source.instanceTypes();
      if (types.isEmpty()) {
        launches.check(data);
      }
      for (String type : types) {
        launches.check(data.mergedWith(new Struct().set("InstanceType", type)));
      }
      return source.withTemplateId(ec2.templates());
    } catch (AwsErrorException refusal) {
      throw AwsErrorException.validationError(
          "You must use a valid fully-formed launch template. " + refusal.errorMessage());
    }
  }
}
