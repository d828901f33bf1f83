package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.LaunchChecks;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import io.weir.clouds.aws.world.Subnet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What Auto Scaling refuses at once, rather than at the next launch. */
final class GroupChecks {
  private final Place place;
  private final Ec2 ec2;
  private final LaunchChecks launches;

  GroupChecks(Place place, Ec2 ec2) {
    this.place = place;
    this.ec2 = ec2;
    launches = new LaunchChecks(place);
  }

  static void sizes(int min, int max, Optional<Integer> desired) {
    if (min > max) {
      throw AwsRefusal.validation(
          "Max bound, %d, must be greater than or equal to min bound, %d".formatted(max, min));
    }
    desired
        .filter(size -> size < min || size > max)
        .ifPresent(
            size -> {
              throw AwsRefusal.validation(
                  "Desired capacity:%d must be between the specified min size:%d and max size:%d"
                      .formatted(size, min, max));
            });
  }

  /** The subnets of a list with commas, around which blanks are allowed. */
  List<Subnet> subnets(Struct input) {
    List<String> ids =
        Stream.of(input.find("VPCZoneIdentifier").orElse("").split(",", -1))
            .map(String::strip)
            .filter(id -> !id.isEmpty())
            .toList();
    if (ids.isEmpty()) {
      throw AwsRefusal.validation(
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
                    place
                        .subnet(id)
                        .orElseThrow(
                            () ->
                                AwsRefusal.validation("The subnet ID '" + id + "' does not exist")))
            .toList();
    zones(input, subnets);
    return subnets;
  }

  private static void zones(Struct input, List<Subnet> subnets) {
    Set<String> given = new TreeSet<>(input.texts("AvailabilityZones"));
    Set<String> real = new TreeSet<>(subnets.stream().map(Subnet::zone).toList());
    if (!given.isEmpty() && !given.equals(real)) {
      throw AwsRefusal.validation(
          "The availability zones of the specified subnets and the AutoScalingGroup do not match");
    }
  }

  /**
   * Tries the launch that a source means, for each of its instance types.
   *
   * @return the source as the group shall keep it
   */
  LaunchSource source(LaunchSource source) {
    try {
      Struct data = source.resolve(ec2.templates()).version().data();
      List<String> types = source.instanceTypes();
      if (types.isEmpty()) {
        launches.check(data);
      }
      for (String type : types) {
        launches.check(data.with(new Struct().set("InstanceType", type)));
      }
      return source.pinned(ec2.templates());
    } catch (AwsRefusal refusal) {
      throw AwsRefusal.validation(
          "You must use a valid fully-formed launch template. " + refusal.words());
    }
  }
}
