package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
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

  private final AccountRegion accountRegion;
  private final GroupStore store;
  private final GroupReconciler engine;
  private final GroupChecks checks;

  GroupOperations(AccountRegion accountRegion, Ec2 ec2, GroupStore store, GroupReconciler engine) {
    this.accountRegion = accountRegion;
    this.store = store;
    this.engine = engine;
    checks = new GroupChecks(accountRegion, ec2);
  }

  Map<String, Handler> handlers() {
    return Map.of(
        "CreateAutoScalingGroup", this::create,
        "UpdateAutoScalingGroup", this::update,
        "SetDesiredCapacity", this::resize,
        "DeleteAutoScalingGroup", this::delete);
  }

  private Struct create(AwsCall awsCall) {
    Struct input = awsCall.input();
    String name = input.text("AutoScalingGroupName");
    store.find(name).ifPresent(GroupOperations::refuseSecond);
    refuseUnsupported(input);
    LaunchSource source = LaunchSource.of(input);
    int min = input.number("MinSize").orElseThrow();
    int max = input.number("MaxSize").orElseThrow();
    GroupChecks.checkSizes(min, max, input.number("DesiredCapacity"));
    List<Subnet> subnets = checks.parseSubnets(input);
    source = checks.checkSource(source);
    Group group = new Group(name, arn(name), accountRegion.now(), source);
    group.subnets = subnets;
    group.settings = settings(input);
    GroupTagOperations.put(group, input.structs("Tags"));
    input.structs("LifecycleHookSpecificationList").forEach(h -> HookOperations.put(group, h));
    group.min = min;
    group.max = max;
    group.desired = input.number("DesiredCapacity").orElse(min);
    store.groups.put(name, group);
    accountRegion.journal().recordCreation("AutoScalingGroup", name);
    engine.onSizeChanged(
        group,
        "At %s a user request created an AutoScalingGroup changing the desired capacity from 0 to %d.  "
            .formatted(accountRegion.now(), group.desired));
    return new Struct();
  }

  private Struct update(AwsCall awsCall) {
    Struct input = awsCall.input();
    Group group = store.requestedGroupToChange(input);
    refuseUnsupported(input);
    int min = input.number("MinSize").orElse(group.min);
    int max = input.number("MaxSize").orElse(group.max);
    GroupChecks.checkSizes(min, max, input.number("DesiredCapacity"));
    Optional<LaunchSource> source =
        input.has("LaunchTemplate") || input.has("MixedInstancesPolicy")
            ? Optional.of(checks.checkSource(LaunchSource.of(input)))
            : Optional.empty();
    List<Subnet> subnets =
        input.has("VPCZoneIdentifier") ? checks.parseSubnets(input) : group.subnets;
    int before = group.desired;
    source.ifPresent(given -> group.source = given);
    group.subnets = subnets;
    group.settings = group.settings.mergedWith(settings(input));
    group.min = min;
    group.max = max;
    group.desired = input.number("DesiredCapacity").orElse(Math.clamp(before, min, max));
    engine.onSizeChanged(
        group,
        "At %s a user request update of AutoScalingGroup constraints to min: %d, max: %d, desired: %d changing the desired capacity from %d to %d.  "
            .formatted(accountRegion.now(), min, max, group.desired, before, group.desired));
    return new Struct();
  }

  private Struct resize(AwsCall awsCall) {
    Group group = store.requestedGroupToChange(awsCall.input());
    int size = awsCall.input().number("DesiredCapacity").orElseThrow();
    if (size > group.max) {
      throw outside(size, "above max value " + group.max);
    }
    if (size < group.min) {
      throw outside(size, "below min value " + group.min);
    }
    int before = group.desired;
    group.desired = size;
    engine.onSizeChanged(
        group,
        "At %s a user request explicitly set group desired capacity changing the desired capacity from %d to %d.  "
            .formatted(accountRegion.now(), before, size));
    return new Struct();
  }

  private Struct delete(AwsCall awsCall) {
    Group group = store.requestedGroup(awsCall.input());
    boolean force = awsCall.input().flag("ForceDelete");
    if (!force && group.activities.stream().anyMatch(Activity::isRunning)) {
      throw AwsErrorException.of(
          "ScalingActivityInProgress",
          "You cannot delete an AutoScalingGroup while there are scaling activities in progress"
              + " for that group.");
    }
    if (!force && !group.members.isEmpty()) {
      throw AwsErrorException.of(
          "ResourceInUse",
          "You cannot delete an AutoScalingGroup while there are instances or pending Spot instance"
              + " request(s) still in the group.");
    }
    if (!group.deleting) {
      store.addDeleted(group);
      engine.startDeletion(group);
    }
    return new Struct();
  }

  private static void refuseSecond(Group group) {
    throw AwsErrorException.of(
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
        throw AwsErrorException.validationError(name + " is not available in the simulated AWS");
      }
    }
  }

  private static AwsErrorException outside(int size, String how) {
    return AwsErrorException.validationError(
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
        .formatted(
            accountRegion.region().name(),
            accountRegion.account().id(),
            accountRegion.ids().nextUuid(),
            name);
  }
}
