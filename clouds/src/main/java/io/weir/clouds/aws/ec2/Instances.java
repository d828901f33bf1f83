package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Page;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operations on instances. */
final class Instances {
  private static final int SMALLEST_PAGE = 5;
  private static final int LARGEST_PAGE = 1000;

  private final Place place;
  private final Machines machines;
  private final Filters<Machine> filters;

  Instances(Place place, Machines machines) {
    this.place = place;
    this.machines = machines;
    String region = place.region().name();
    filters =
        new Filters<>(
            Map.of(
                "instance-id", m -> List.of(m.id()),
                "instance-state-name", m -> List.of(m.state().word()),
                "instance-type", m -> List.of(m.launch().type()),
                "image-id", m -> List.of(m.launch().imageId()),
                "availability-zone", m -> List.of(m.subnet().zone()),
                "subnet-id", m -> List.of(m.subnet().id()),
                "vpc-id", _ -> List.of(place.region().vpc()),
                "private-ip-address", m -> List.of(m.ip()),
                "private-dns-name", m -> List.of(m.dnsName(region))),
            Machine::tags);
  }

  Map<String, Handler> handlers() {
    return Map.of("DescribeInstances", this::describe, "TerminateInstances", this::terminate);
  }

  private Struct describe(Call call) {
    Struct input = call.input();
    List<String> ids = input.texts("InstanceIds");
    Optional<Integer> size = input.number("MaxResults");
    if (size.isPresent() && !ids.isEmpty()) {
      throw AwsRefusal.of(
          "InvalidParameterCombination",
          "The parameter instancesSet cannot be used with the parameter maxResults");
    }
    if (size.isPresent() && (size.get() < SMALLEST_PAGE || size.get() > LARGEST_PAGE)) {
      throw AwsRefusal.of(
          "InvalidParameterValue",
          "Value ( %d ) for parameter maxResults is invalid. Expecting a value between %d and %d."
              .formatted(size.get(), SMALLEST_PAGE, LARGEST_PAGE));
    }
    Collection<Machine> chosen = ids.isEmpty() ? machines.all() : existing(ids);
    Page<Machine> page =
        Page.of(
            filters.apply(input, chosen),
            Machine::id,
            size.orElse(ids.isEmpty() ? LARGEST_PAGE : Integer.MAX_VALUE),
            input.find("NextToken").orElse(null));
    return new Struct()
        .set("Reservations", page.items().stream().map(this::reservation).toList())
        .set("NextToken", page.next());
  }

  private Struct terminate(Call call) {
    List<Machine> chosen = existing(call.input().texts("InstanceIds"));
    List<Struct> changes = new ArrayList<>();
    for (Machine machine : chosen) {
      Struct before = state(machine);
      machines.terminate(machine);
      changes.add(
          new Struct()
              .set("InstanceId", machine.id())
              .set("CurrentState", state(machine))
              .set("PreviousState", before));
    }
    return new Struct().set("TerminatingInstances", changes);
  }

  private List<Machine> existing(List<String> ids) {
    List<String> missing = ids.stream().filter(id -> machines.withId(id).isEmpty()).toList();
    if (missing.size() == 1) {
      throw AwsRefusal.of(
          "InvalidInstanceID.NotFound",
          "The instance ID '" + missing.getFirst() + "' does not exist");
    }
    if (!missing.isEmpty()) {
      throw AwsRefusal.of(
          "InvalidInstanceID.NotFound",
          "The instance IDs '" + String.join(", ", missing) + "' do not exist");
    }
    return ids.stream().map(id -> machines.withId(id).orElseThrow()).toList();
  }

  private static Struct state(Machine machine) {
    return new Struct().set("Code", machine.state().code()).set("Name", machine.state().word());
  }

  private Struct reservation(Machine machine) {
    return new Struct()
        .set("ReservationId", machine.id().replace("i-", "r-"))
        .set("OwnerId", place.account().id())
        .set("Instances", List.of(written(machine)));
  }

  private Struct written(Machine machine) {
    String region = place.region().name();
    boolean there = machine.state() != Machine.State.TERMINATED;
    Optional<Image> image = place.image(machine.launch().imageId());
    return new Struct()
        .set("InstanceId", machine.id())
        .set("ImageId", machine.launch().imageId())
        .set("State", state(machine))
        .set("PrivateDnsName", there ? machine.dnsName(region) : "")
        .set("PrivateIpAddress", there ? machine.ip() : null)
        .set("InstanceType", machine.launch().type())
        .set("LaunchTime", machine.launched())
        .set(
            "Placement",
            new Struct().set("AvailabilityZone", machine.subnet().zone()).set("Tenancy", "default"))
        .set("SubnetId", there ? machine.subnet().id() : null)
        .set("VpcId", there ? place.region().vpc() : null)
        .set("Architecture", image.map(Image::architecture).orElse(null))
        .set("RootDeviceName", image.map(Image::rootDevice).orElse(null))
        .set("RootDeviceType", "ebs")
        .set("VirtualizationType", "hvm")
        .set("KeyName", machine.launch().data().find("KeyName").orElse(null))
        .set("InstanceLifecycle", machine.launch().spot() ? "spot" : null)
        .set("IamInstanceProfile", profile(machine))
        .set("SecurityGroups", securityGroups(machine))
        .set("Tags", machine.tags().isEmpty() ? null : Tags.write(machine.tags()));
  }

  private @Nullable Struct profile(Machine machine) {
    return machine
        .launch()
        .data()
        .struct("IamInstanceProfile")
        .flatMap(given -> given.find("Name"))
        .map(
            name ->
                new Struct()
                    .set(
                        "Arn",
                        "arn:aws:iam::%s:instance-profile/%s"
                            .formatted(place.account().id(), name)))
        .orElse(null);
  }

  private List<Struct> securityGroups(Machine machine) {
    List<String> ids = machine.launch().data().texts("SecurityGroupIds");
    return place.region().securityGroups().stream()
        .filter(group -> ids.contains(group.id()))
        .map(group -> new Struct().set("GroupId", group.id()).set("GroupName", group.name()))
        .toList();
  }
}
