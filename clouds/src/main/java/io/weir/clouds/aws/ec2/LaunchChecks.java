package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.seed.InstanceType;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;

/** Whether EC2 could launch from the data of a launch template. */
public final class LaunchChecks {
  private static final int LEAST_IOPS = 3000;

  private final AccountRegion accountRegion;

  /** Checks against what exists in an account and region. */
  public LaunchChecks(AccountRegion accountRegion) {
    this.accountRegion = accountRegion;
  }

  /**
   * Finds the first reason against a launch.
   *
   * @throws AwsErrorException as RunInstances would
   */
  public void check(Struct data) {
    Image image = image(data);
    InstanceType type = type(data);
    if (!image.architecture().equals(type.architecture())) {
      throw AwsErrorException.of(
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
        data.findText("ImageId")
            .orElseThrow(
                () ->
                    AwsErrorException.of(
                        "MissingParameter", "The request must contain the parameter ImageId"));
    return accountRegion
        .findImage(id)
        .orElseThrow(
            () ->
                AwsErrorException.of(
                    "InvalidAMIID.NotFound", "The image id '[" + id + "]' does not exist"));
  }

  private InstanceType type(Struct data) {
    String name = data.findText("InstanceType").orElse("m1.small");
    return accountRegion
        .findInstanceType(name)
        .orElseThrow(
            () ->
                AwsErrorException.of(
                    "InvalidParameterValue", "Invalid value '" + name + "' for InstanceType."));
  }

  private void securityGroups(Struct data) {
    for (String id : data.texts("SecurityGroupIds")) {
      if (accountRegion.region().securityGroups().stream()
          .noneMatch(group -> group.id().equals(id))) {
        throw AwsErrorException.of(
            "InvalidGroup.NotFound", "The security group '" + id + "' does not exist");
      }
    }
  }

  private void keyPair(Struct data) {
    data.findText("KeyName")
        .filter(name -> !accountRegion.region().keyPairs().contains(name))
        .ifPresent(
            name -> {
              throw AwsErrorException.of(
                  "InvalidKeyPair.NotFound", "The key pair '" + name + "' does not exist");
            });
  }

  private void instanceProfile(Struct data) {
    data.struct("IamInstanceProfile")
        .flatMap(profile -> profile.findText("Name"))
        .filter(name -> !accountRegion.region().instanceProfiles().contains(name))
        .ifPresent(
            name -> {
              throw AwsErrorException.of(
                  "InvalidParameterValue",
                  "Value (%s) for parameter iamInstanceProfile.name is invalid. Invalid IAM Instance Profile name"
                      .formatted(name));
            });
  }

  private static void volume(Struct mapping, Image image) {
    mapping.struct("Ebs").ifPresent(LaunchChecks::iops);
    boolean root = mapping.findText("DeviceName").orElse("").equals(image.rootDevice());
    mapping
        .struct("Ebs")
        .flatMap(ebs -> ebs.number("VolumeSize"))
        .filter(size -> root && size < image.snapshotGiB())
        .ifPresent(
            size -> {
              throw AwsErrorException.of(
                  "InvalidBlockDeviceMapping",
                  "Volume of size %dGB is smaller than snapshot '%s', expect size >= %dGB"
                      .formatted(size, snapshotId(image), image.snapshotGiB()));
            });
  }

  /** Of gp3, which has so many without being asked. */
  private static void iops(Struct ebs) {
    ebs.number("Iops")
        .filter(_ -> ebs.findText("VolumeType").orElse("").equals("gp3"))
        .filter(iops -> iops < LEAST_IOPS)
        .ifPresent(
            iops -> {
              throw AwsErrorException.of(
                  "InvalidParameterValue",
                  "Volume iops of %d is too low; minimum is %d.".formatted(iops, LEAST_IOPS));
            });
  }

  static String snapshotId(Image image) {
    return image.id().replace("ami-", "snap-");
  }
}
