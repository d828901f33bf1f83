package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.AwsPage;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.http.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operations on instances. */
final class InstanceOperations {
  private static final int SMALLEST_PAGE = 5;
  private static final int LARGEST_PAGE = 1000;

  private final AccountRegion accountRegion;
  private final Ec2Instances ec2Instances;
  private final Filters<Ec2Instance> filters;

  InstanceOperations(AccountRegion accountRegion, Ec2Instances ec2Instances) {
    this.accountRegion = accountRegion;
    this.ec2Instances = ec2Instances;
    String region = accountRegion.region().name();
    filters =
        new Filters<>(
            Map.of(
                "instance-id", m -> List.of(m.id()),
                "instance-state-name", m -> List.of(m.state().awsName()),
                "instance-type", m -> List.of(m.launchRequest().type()),
                "image-id", m -> List.of(m.launchRequest().imageId()),
                "availability-zone", m -> List.of(m.subnet().zone()),
                "subnet-id", m -> List.of(m.subnet().id()),
                "vpc-id", _ -> List.of(accountRegion.region().vpc()),
                "private-ip-address", m -> List.of(m.ip()),
                "private-dns-name", m -> List.of(m.dnsName(region))),
            Ec2Instance::tags);
  }

  Map<String, Handler> handlers() {
    return Map.of("DescribeInstances", this::describe, "TerminateInstances", this::terminate);
  }

  private Struct describe(AwsCall awsCall) {
    Struct input = awsCall.input();
    List<String> ids = input.texts("InstanceIds");
    Optional<Integer> size = input.number("MaxResults");
    if (size.isPresent() && !ids.isEmpty()) {
      throw AwsErrorException.of(
          "InvalidParameterCombination",
          "The parameter instancesSet cannot be used with the parameter maxResults");
    }
    if (size.isPresent() && (size.get() < SMALLEST_PAGE || size.get() > LARGEST_PAGE)) {
      throw AwsErrorException.of(
          "InvalidParameterValue",
          "Value ( %d ) for parameter maxResults is invalid. Expecting a value between %d and %d."
              .formatted(size.get(), SMALLEST_PAGE, LARGEST_PAGE));
    }
    Collection<Ec2Instance> chosen = ids.isEmpty() ? ec2Instances.all() : existing(ids);
    Page<Ec2Instance> page =
        AwsPage.of(
            filters.apply(input, chosen),
            Ec2Instance::id,
            size.orElse(ids.isEmpty() ? LARGEST_PAGE : Integer.MAX_VALUE),
            input);
    return new Struct()
        .set("Reservations", page.items().stream().map(this::reservation).toList())
        .set("NextToken", page.next());
  }

  private Struct terminate(AwsCall awsCall) {
    List<Ec2Instance> chosen = existing(awsCall.input().texts("InstanceIds"));
    List<Struct> changes = new ArrayList<>();
    for (Ec2Instance ec2Instance : chosen) {
      Struct before = state(ec2Instance);
      ec2Instances.terminate(ec2Instance);
      changes.add(
          new Struct()
              .set("InstanceId", ec2Instance.id())
              .set("CurrentState", state(ec2Instance))
              .set("PreviousState", before));
    }
    return new Struct().set("TerminatingInstances", changes);
  }

  private List<Ec2Instance> existing(List<String> ids) {
    List<String> missing = ids.stream().filter(id -> ec2Instances.withId(id).isEmpty()).toList();
    if (missing.size() == 1) {
      throw AwsErrorException.of(
          "InvalidInstanceID.NotFound",
          "The instance ID '" + missing.getFirst() + "' does not exist");
    }
    if (!missing.isEmpty()) {
      throw AwsErrorException.of(
          "InvalidInstanceID.NotFound",
          "The instance IDs '" + String.join(", ", missing) + "' do not exist");
    }
    return ids.stream().map(id -> ec2Instances.withId(id).orElseThrow()).toList();
  }

  private static Struct state(Ec2Instance ec2Instance) {
    return new Struct()
        .set("Code", ec2Instance.state().code())
        .set("Name", ec2Instance.state().awsName());
  }

  private Struct reservation(Ec2Instance ec2Instance) {
    return new Struct()
        .set("ReservationId", ec2Instance.id().replace("i-", "r-"))
        .set("OwnerId", accountRegion.account().id())
        .set("Instances", List.of(written(ec2Instance)));
  }

  private Struct written(Ec2Instance ec2Instance) {
    String region = accountRegion.region().name();
    boolean there = ec2Instance.state() != Ec2Instance.State.TERMINATED;
    Optional<Image> image = accountRegion.findImage(ec2Instance.launchRequest().imageId());
    return new Struct()
        .set("InstanceId", ec2Instance.id())
        .set("ImageId", ec2Instance.launchRequest().imageId())
        .set("State", state(ec2Instance))
        .set("PrivateDnsName", there ? ec2Instance.dnsName(region) : "")
        .set("PrivateIpAddress", there ? ec2Instance.ip() : null)
        .set("InstanceType", ec2Instance.launchRequest().type())
        .set("LaunchTime", ec2Instance.launchTime())
        .set(
            "Placement",
            new Struct()
                .set("AvailabilityZone", ec2Instance.subnet().zone())
                .set("Tenancy", "default"))
        .set("SubnetId", there ? ec2Instance.subnet().id() : null)
        .set("VpcId", there ? accountRegion.region().vpc() : null)
        .set("Architecture", image.map(Image::architecture).orElse(null))
        .set("RootDeviceName", image.map(Image::rootDevice).orElse(null))
        .set("RootDeviceType", "ebs")
        .set("VirtualizationType", "hvm")
        .set("KeyName", ec2Instance.launchRequest().data().findText("KeyName").orElse(null))
        .set("InstanceLifecycle", ec2Instance.launchRequest().spot() ? "spot" : null)
        .set("IamInstanceProfile", profile(ec2Instance))
        .set("SecurityGroups", securityGroups(ec2Instance))
        .set("Tags", ec2Instance.tags().isEmpty() ? null : Tags.write(ec2Instance.tags()));
  }

  private @Nullable Struct profile(Ec2Instance ec2Instance) {
    return ec2Instance
        .launchRequest()
        .data()
        .struct("IamInstanceProfile")
        .flatMap(given -> given.findText("Name"))
        .map(
            name ->
                new Struct()
                    .set(
                        "Arn",
                        "arn:aws:iam::%s:instance-profile/%s"
                            .formatted(accountRegion.account().id(), name)))
        .orElse(null);
  }

  private List<Struct> securityGroups(Ec2Instance ec2Instance) {
    List<String> ids = ec2Instance.launchRequest().data().texts("SecurityGroupIds");
    return accountRegion.region().securityGroups().stream()
        .filter(group -> ids.contains(group.id()))
        .map(group -> new Struct().set("GroupId", group.id()).set("GroupName", group.name()))
        .toList();
  }
}
