package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Call;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import io.weir.clouds.aws.world.Subnet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Operations that create, change and delete groups. */
final class GroupOperations {
  /** Members of requests that are stored and told, and mean nothing else here. */
  private static final Set<String> SETTINGS =
      Set.of(
          "AvailabilityZoneDistribution",
          "AvailabilityZoneImpairmentPolicy",
          "CapacityRebalance",
          "CapacityReservationSpecification",
          "Context",
          "DefaultCooldown",
          "DefaultInstanceWarmup",
          "DesiredCapacityType",
          "HealthCheckGracePeriod",
          "HealthCheckType",
          "InstanceMaintenancePolicy",
          "MaxInstanceLifetime",
          "NewInstancesProtectedFromScaleIn",
          "PlacementGroup",
          "ServiceLinkedRoleARN",
          "TerminationPolicies");

  private final Place place;
  private final GroupStore store;
  private final GroupEngine engine;
  private final GroupChecks checks;

  GroupOperations(Place place, Ec2 ec2, GroupStore store, GroupEngine engine) {
    this.place = place;
    this.store = store;
    this.engine = engine;
    checks = new GroupChecks(place, ec2);
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "CreateAutoScalingGroup", this::create,
        "UpdateAutoScalingGroup", this::update,
        "SetDesiredCapacity", this::resize,
        "DeleteAutoScalingGroup", this::delete);
  }

  private Struct create(Call call) {
    Struct input = call.input();
    String name = input.text("AutoScalingGroupName");
    store.find(name).ifPresent(GroupOperations::refuseSecond);
    refuseUnsupported(input);
    LaunchSource source = LaunchSource.of(input);
    int min = input.number("MinSize").orElseThrow();
    int max = input.number("MaxSize").orElseThrow();
    GroupChecks.sizes(min, max, input.number("DesiredCapacity"));
    List<Subnet> subnets = checks.subnets(input);
    source = checks.source(source);
    Group group = new Group(name, arn(name), place.now(), source);
    group.subnets = subnets;
    group.settings = settings(input);
    GroupTags.put(group, input.structs("Tags"));
    input.structs("LifecycleHookSpecificationList").forEach(h -> HookOperations.put(group, h));
    group.min = min;
    group.max = max;
    group.desired = input.number("DesiredCapacity").orElse(min);
    store.groups.put(name, group);
    place.journal().created("AutoScalingGroup", name);
    engine.changed(
        group,
        "At %s a user request created an AutoScalingGroup changing the desired capacity from 0 to %d.  "
            .formatted(place.now(), group.desired));
    return new Struct();
  }

  private Struct update(Call call) {
    Struct input = call.input();
    Group group = store.changeable(input);
    refuseUnsupported(input);
    int min = input.number("MinSize").orElse(group.min);
    int max = input.number("MaxSize").orElse(group.max);
    GroupChecks.sizes(min, max, input.number("DesiredCapacity"));
    Optional<LaunchSource> source =
        input.has("LaunchTemplate") || input.has("MixedInstancesPolicy")
            ? Optional.of(checks.source(LaunchSource.of(input)))
            : Optional.empty();
    List<Subnet> subnets = input.has("VPCZoneIdentifier") ? checks.subnets(input) : group.subnets;
    int before = group.desired;
    source.ifPresent(given -> group.source = given);
    group.subnets = subnets;
    group.settings = group.settings.with(settings(input));
    group.min = min;
    group.max = max;
    group.desired = input.number("DesiredCapacity").orElse(Math.clamp(before, min, max));
    engine.changed(
        group,
        "At %s a user request update of AutoScalingGroup constraints to min: %d, max: %d, desired: %d changing the desired capacity from %d to %d.  "
            .formatted(place.now(), min, max, group.desired, before, group.desired));
    return new Struct();
  }

  private Struct resize(Call call) {
    Group group = store.changeable(call.input());
    int size = call.input().number("DesiredCapacity").orElseThrow();
    if (size > group.max) {
      throw outside(size, "above max value " + group.max);
    }
    if (size < group.min) {
      throw outside(size, "below min value " + group.min);
    }
    int before = group.desired;
    group.desired = size;
    engine.changed(
        group,
        "At %s a user request explicitly set group desired capacity changing the desired capacity from %d to %d.  "
            .formatted(place.now(), before, size));
    return new Struct();
  }

  private Struct delete(Call call) {
    Group group = store.named(call.input());
    boolean force = call.input().flag("ForceDelete");
    if (!force && group.activities.stream().anyMatch(Activity::running)) {
      throw AwsRefusal.of(
          "ScalingActivityInProgress",
          "You cannot delete an AutoScalingGroup while there are scaling activities in progress"
              + " for that group.");
    }
    if (!force && !group.members.isEmpty()) {
      throw AwsRefusal.of(
          "ResourceInUse",
          "You cannot delete an AutoScalingGroup while there are instances or pending Spot instance"
              + " request(s) still in the group.");
    }
    if (!group.deleting) {
      store.remember(group);
      engine.delete(group);
    }
    return new Struct();
  }

  private static void refuseSecond(Group group) {
    throw AwsRefusal.of(
        "AlreadyExists",
        "AutoScalingGroup by this name already exists - A group with the name %s already exists%s"
            .formatted(
                group.name,
                group.deleting
                    ? " and is pending delete.  Please wait until Autoscaling completes the"
                        + " deletion process before creating another group with the same name."
                    : ""));
  }

  // Launch configurations and instances as a source are not simulated; silence would be worse.
  private static void refuseUnsupported(Struct input) {
    for (String name : List.of("LaunchConfigurationName", "InstanceId")) {
      if (input.has(name)) {
        throw AwsRefusal.validation(name + " is not available in the simulated AWS");
      }
    }
  }

  private static AwsRefusal outside(int size, String how) {
    return AwsRefusal.validation(
        "New SetDesiredCapacity value " + size + " is " + how + " for the AutoScalingGroup.");
  }

  private static Struct settings(Struct input) {
    Struct settings = new Struct();
    input.members().entrySet().stream()
        .filter(member -> SETTINGS.contains(member.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))
        .forEach(settings::set);
    return settings;
  }

  private String arn(String name) {
    return "arn:aws:autoscaling:%s:%s:autoScalingGroup:%s:autoScalingGroupName/%s"
        .formatted(place.region().name(), place.account().id(), place.newUuid(), name);
  }
}
