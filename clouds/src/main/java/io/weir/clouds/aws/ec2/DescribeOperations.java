package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.seed.InstanceType;
import io.weir.clouds.aws.seed.SecurityGroup;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.AwsPage;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.http.Page;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Look-ups of what exists beforehand. */
final class DescribeOperations {
  private static final int LARGEST_PAGE = 1000;
  private static final int LARGEST_PAGE_OF_TYPES = 100;

  private static final Filters<Image> IMAGES =
      new Filters<>(
          Map.of(
              "owner-id", i -> List.of(i.owner()),
              "name", i -> List.of(i.name()),
              "image-id", i -> List.of(i.id()),
              "architecture", i -> List.of(i.architecture()),
              "state", _ -> List.of("available"),
              "virtualization-type", _ -> List.of("hvm"),
              "root-device-type", _ -> List.of("ebs"),
              "is-public", _ -> List.of("true")),
          _ -> Map.of());
  private static final Filters<InstanceType> TYPES =
      new Filters<>(
          Map.of(
              "instance-type", t -> List.of(t.name()),
              "current-generation", _ -> List.of("true"),
              "processor-info.supported-architecture", t -> List.of(t.architecture())),
          _ -> Map.of());

  private final AccountRegion accountRegion;
  private final Ec2Instances ec2Instances;
  private final Filters<Subnet> subnets;
  private final Filters<SecurityGroup> groups;

  DescribeOperations(AccountRegion accountRegion, Ec2Instances ec2Instances) {
    this.accountRegion = accountRegion;
    this.ec2Instances = ec2Instances;
    String vpc = accountRegion.region().vpc();
    String owner = accountRegion.account().id();
    subnets =
        new Filters<>(
            Map.of(
                "subnet-id", s -> List.of(s.id()),
                "vpc-id", _ -> List.of(vpc),
                "availability-zone", s -> List.of(s.zone()),
                "availabilityZone", s -> List.of(s.zone()),
                "cidr-block", s -> List.of(s.cidr()),
                "state", _ -> List.of("available"),
                "owner-id", _ -> List.of(owner)),
            Subnet::tags);
    groups =
        new Filters<>(
            Map.of(
                "group-id", g -> List.of(g.id()),
                "group-name", g -> List.of(g.name()),
                "vpc-id", _ -> List.of(vpc),
                "owner-id", _ -> List.of(owner)),
            SecurityGroup::tags);
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "DescribeImages", this::images,
        "DescribeInstanceTypes", this::instanceTypes,
        "DescribeSubnets", this::subnets,
        "DescribeSecurityGroups", this::securityGroups);
  }

  private Struct images(AwsCall awsCall) {
    Struct input = awsCall.input();
    List<Image> chosen =
        byId(
            input.texts("ImageIds"),
            accountRegion.images(),
            Image::id,
            id ->
                AwsErrorException.of(
                    "InvalidAMIID.NotFound", "The image id '[" + id + "]' does not exist"));
    Set<String> owners =
        input.texts("Owners").stream()
            .map(owner -> owner.equals("self") ? accountRegion.account().id() : owner)
            .collect(Collectors.toSet());
    List<Image> owned =
        chosen.stream().filter(i -> owners.isEmpty() || owners.contains(i.owner())).toList();
    return page(input, "Images", IMAGES.apply(input, owned), Image::id, this::written, 1000);
  }

  private Struct instanceTypes(AwsCall awsCall) {
    Struct input = awsCall.input();
    List<InstanceType> chosen =
        byId(
            input.texts("InstanceTypes"),
            accountRegion.region().instanceTypes(),
            InstanceType::name,
            name ->
                AwsErrorException.of(
                    "InvalidInstanceType",
                    "The following supplied instance types do not exist: [" + name + "]"));
    return page(
        input,
        "InstanceTypes",
        TYPES.apply(input, chosen),
        InstanceType::name,
        DescribeOperations::written,
        LARGEST_PAGE_OF_TYPES);
  }

  private Struct subnets(AwsCall awsCall) {
    Struct input = awsCall.input();
    List<Subnet> chosen =
        byId(
            input.texts("SubnetIds"),
            accountRegion.region().subnets(),
            Subnet::id,
            id ->
                AwsErrorException.of(
                    "InvalidSubnetID.NotFound", "The subnet ID '" + id + "' does not exist"));
    return page(
        input, "Subnets", subnets.apply(input, chosen), Subnet::id, this::written, LARGEST_PAGE);
  }

  private Struct securityGroups(AwsCall awsCall) {
    Struct input = awsCall.input();
    List<SecurityGroup> chosen =
        byId(
            input.texts("GroupIds"),
            accountRegion.region().securityGroups(),
            SecurityGroup::id,
            id ->
                AwsErrorException.of(
                    "InvalidGroup.NotFound", "The security group '" + id + "' does not exist"));
    return page(
        input,
        "SecurityGroups",
        groups.apply(input, chosen),
        SecurityGroup::id,
        this::written,
        LARGEST_PAGE);
  }

  private static <T> List<T> byId(
      List<String> ids,
      List<T> all,
      Function<T, String> id,
      Function<String, AwsErrorException> missing) {
    if (ids.isEmpty()) {
      return all;
    }
    return ids.stream()
        .distinct()
        .map(
            wanted ->
                all.stream()
                    .filter(one -> id.apply(one).equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> missing.apply(wanted)))
        .toList();
  }

  private static <T> Struct page(
      Struct input,
      String member,
      List<T> all,
      Function<T, String> key,
      Function<T, Struct> written,
      int largest) {
    Page<T> page =
        AwsPage.of(all, key, Math.min(largest, input.number("MaxResults").orElse(largest)), input);
    return new Struct()
        .set(member, page.items().stream().map(written).toList())
        .set("NextToken", page.next());
  }

  private Struct written(Image image) {
    Struct root =
        new Struct()
            .set("DeviceName", image.rootDevice())
            .set(
                "Ebs",
                new Struct()
                    .set("SnapshotId", LaunchChecks.snapshotId(image))
                    .set("VolumeSize", image.snapshotGiB())
                    .set("VolumeType", "gp3")
                    .set("DeleteOnTermination", true)
                    .set("Encrypted", false));
    return new Struct()
        .set("ImageId", image.id())
        .set("Name", image.name())
        .set("OwnerId", image.owner())
        .set("Architecture", image.architecture())
        .set("CreationDate", image.creationDate())
        .set("State", "available")
        .set("Public", true)
        .set("ImageType", "machine")
        .set("VirtualizationType", "hvm")
        .set("RootDeviceType", "ebs")
        .set("RootDeviceName", image.rootDevice())
        .set("BlockDeviceMappings", List.of(root));
  }

  private static Struct written(InstanceType type) {
    return new Struct()
        .set("InstanceType", type.name())
        .set("CurrentGeneration", true)
        .set("Hypervisor", "nitro")
        .set("SupportedUsageClasses", List.of("on-demand", "spot"))
        .set("SupportedVirtualizationTypes", List.of("hvm"))
        .set(
            "ProcessorInfo",
            new Struct().set("SupportedArchitectures", List.of(type.architecture())))
        .set("VCpuInfo", new Struct().set("DefaultVCpus", type.cpus()))
        .set("MemoryInfo", new Struct().set("SizeInMiB", type.memoryMiB()));
  }

  private Struct written(Subnet subnet) {
    return new Struct()
        .set("SubnetId", subnet.id())
        .set("VpcId", accountRegion.region().vpc())
        .set("State", "available")
        .set("CidrBlock", subnet.cidr())
        .set("AvailabilityZone", subnet.zone())
        .set("AvailableIpAddressCount", ec2Instances.freeAddresses(subnet))
        .set("MapPublicIpOnLaunch", false)
        .set("OwnerId", accountRegion.account().id())
        .set("Tags", Tags.write(subnet.tags()));
  }

  private Struct written(SecurityGroup group) {
    return new Struct()
        .set("GroupId", group.id())
        .set("GroupName", group.name())
        .set("Description", group.name())
        .set("VpcId", accountRegion.region().vpc())
        .set("OwnerId", accountRegion.account().id())
        .set("Tags", Tags.write(group.tags()));
  }
}
