package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.InstanceType;
import io.weir.clouds.aws.world.Place;

/** Whether EC2 could launch from the data of a launch template. */
public final class LaunchChecks {
  private final Place place;

  /** Checks against what exists at a place. */
  public LaunchChecks(Place place) {
    this.place = place;
  }

  /**
   * Finds the first reason against a launch.
   *
   * @throws AwsRefusal as RunInstances would
   */
  public void check(Struct data) {
    Image image = image(data);
    InstanceType type = type(data);
    if (!image.architecture().equals(type.architecture())) {
      throw AwsRefusal.of(
          "InvalidParameterValue",
          "The architecture '%s' of the specified instance type does not match the architecture '%s' of the specified AMI. Specify an instance type and an AMI that have matching architectures, and try again. You can use 'describe-instance-types' or 'describe-images' to discover the architecture of the instance type or AMI."
              .formatted(type.architecture(), image.architecture()));
    }
    securityGroups(data);
    keyPair(data);
    instanceProfile(data);
    data.structs("BlockDeviceMappings").forEach(mapping -> volume(mapping, image));
  }

  private Image image(Struct data) {
    String id =
        data.find("ImageId")
            .orElseThrow(
                () ->
                    AwsRefusal.of(
                        "MissingParameter", "The request must contain the parameter ImageId"));
    return place
        .image(id)
        .orElseThrow(
            () ->
                AwsRefusal.of(
                    "InvalidAMIID.NotFound", "The image id '[" + id + "]' does not exist"));
  }

  private InstanceType type(Struct data) {
    String name = data.find("InstanceType").orElse("m1.small");
    return place
        .instanceType(name)
        .orElseThrow(
            () ->
                AwsRefusal.of(
                    "InvalidParameterValue", "Invalid value '" + name + "' for InstanceType."));
  }

  private void securityGroups(Struct data) {
    for (String id : data.texts("SecurityGroupIds")) {
      if (place.region().securityGroups().stream().noneMatch(group -> group.id().equals(id))) {
        throw AwsRefusal.of(
            "InvalidGroup.NotFound", "The security group '" + id + "' does not exist");
      }
    }
  }

  private void keyPair(Struct data) {
    data.find("KeyName")
        .filter(name -> !place.region().keyPairs().contains(name))
        .ifPresent(
            name -> {
              throw AwsRefusal.of(
                  "InvalidKeyPair.NotFound", "The key pair '" + name + "' does not exist");
            });
  }

  private void instanceProfile(Struct data) {
    data.struct("IamInstanceProfile")
        .flatMap(profile -> profile.find("Name"))
        .filter(name -> !place.region().instanceProfiles().contains(name))
        .ifPresent(
            name -> {
              throw AwsRefusal.of(
                  "InvalidParameterValue",
                  "Value (%s) for parameter iamInstanceProfile.name is invalid. Invalid IAM Instance Profile name"
                      .formatted(name));
            });
  }

  private static void volume(Struct mapping, Image image) {
    boolean root = mapping.find("DeviceName").orElse("").equals(image.rootDevice());
    mapping
        .struct("Ebs")
        .flatMap(ebs -> ebs.number("VolumeSize"))
        .filter(size -> root && size < image.snapshotGiB())
        .ifPresent(
            size -> {
              throw AwsRefusal.of(
                  "InvalidBlockDeviceMapping",
                  "Volume of size %dGB is smaller than snapshot '%s', expect size >= %dGB"
                      .formatted(size, snapshot(image), image.snapshotGiB()));
            });
  }

  static String snapshot(Image image) {
    return image.id().replace("ami-", "snap-");
  }
}
