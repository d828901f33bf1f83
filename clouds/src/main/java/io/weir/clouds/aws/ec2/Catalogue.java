package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Page;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.InstanceType;
import io.weir.clouds.aws.world.Place;
import io.weir.clouds.aws.world.SecurityGroup;
import io.weir.clouds.aws.world.Subnet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Look-ups of what exists beforehand. */
final class Catalogue {
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

  private final Place place;
  private final Machines machines;
  private final Filters<Subnet> subnets;
  private final Filters<SecurityGroup> groups;

  Catalogue(Place place, Machines machines) {
    this.place = place;
    this.machines = machines;
    String vpc = place.region().vpc();
    String owner = place.account().id();
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

  private Struct images(Call call) {
    Struct input = call.input();
    List<Image> chosen =
        byId(
            input.texts("ImageIds"),
            place.images(),
            Image::id,
            id ->
                AwsRefusal.of(
                    "InvalidAMIID.NotFound", "The image id '[" + id + "]' does not exist"));
    Set<String> owners =
        input.texts("Owners").stream()
            .map(owner -> owner.equals("self") ? place.account().id() : owner)
            .collect(Collectors.toSet());
    List<Image> owned =
        chosen.stream().filter(i -> owners.isEmpty() || owners.contains(i.owner())).toList();
    return page(input, "Images", IMAGES.apply(input, owned), Image::id, this::written, 1000);
  }

  private Struct instanceTypes(Call call) {
    Struct input = call.input();
    List<InstanceType> chosen =
        byId(
            input.texts("InstanceTypes"),
            place.region().instanceTypes(),
            InstanceType::name,
            name ->
                AwsRefusal.of(
                    "InvalidInstanceType",
                    "The following supplied instance types do not exist: [" + name + "]"));
    return page(
        input,
        "InstanceTypes",
        TYPES.apply(input, chosen),
        InstanceType::name,
        Catalogue::written,
        LARGEST_PAGE_OF_TYPES);
  }

  private Struct subnets(Call call) {
    Struct input = call.input();
    List<Subnet> chosen =
        byId(
            input.texts("SubnetIds"),
            place.region().subnets(),
            Subnet::id,
            id ->
                AwsRefusal.of(
                    "InvalidSubnetID.NotFound", "The subnet ID '" + id + "' does not exist"));
    return page(
        input, "Subnets", subnets.apply(input, chosen), Subnet::id, this::written, LARGEST_PAGE);
  }

  private Struct securityGroups(Call call) {
    Struct input = call.input();
    List<SecurityGroup> chosen =
        byId(
            input.texts("GroupIds"),
            place.region().securityGroups(),
            SecurityGroup::id,
            id ->
                AwsRefusal.of(
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
      List<String> ids, List<T> all, Function<T, String> id, Function<String, AwsRefusal> missing) {
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
        Page.of(
            all,
            key,
            Math.min(largest, input.number("MaxResults").orElse(largest)),
            input.find("NextToken").orElse(null));
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
                    .set("SnapshotId", LaunchChecks.snapshot(image))
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
        .set("VpcId", place.region().vpc())
        .set("State", "available")
        .set("CidrBlock", subnet.cidr())
        .set("AvailabilityZone", subnet.zone())
        .set("AvailableIpAddressCount", machines.freeAddresses(subnet))
        .set("MapPublicIpOnLaunch", false)
        .set("OwnerId", place.account().id())
        .set("Tags", Tags.write(subnet.tags()));
  }

  private Struct written(SecurityGroup group) {
    return new Struct()
        .set("GroupId", group.id())
        .set("GroupName", group.name())
        .set("Description", group.name())
        .set("VpcId", place.region().vpc())
        .set("OwnerId", place.account().id())
        .set("Tags", Tags.write(group.tags()));
  }
}
