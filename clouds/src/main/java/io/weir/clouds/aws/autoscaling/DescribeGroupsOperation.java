package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.AwsPage;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.http.Page;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** DescribeAutoScalingGroups. */
final class DescribeGroupsOperation {
  private static final int DEFAULT_PAGE = 50;
  private static final int LARGEST_PAGE = 100;
  private static final int DEFAULT_COOLDOWN = 300;

  private final AccountRegion accountRegion;
  private final GroupStore store;

  DescribeGroupsOperation(AccountRegion accountRegion, GroupStore store) {
    this.accountRegion = accountRegion;
    this.store = store;
  }

  Map<String, Handler> handlers() {
    return Map.of("DescribeAutoScalingGroups", this::describe);
  }

  private Struct describe(AwsCall awsCall) {
    Struct input = awsCall.input();
    List<String> names = input.texts("AutoScalingGroupNames");
    Collection<Group> chosen =
        names.isEmpty()
            ? store.groups.values()
            : names.stream().distinct().flatMap(name -> store.find(name).stream()).toList();
    List<Group> filtered =
        chosen.stream()
            .filter(g -> input.structs("Filters").stream().allMatch(f -> holds(f, g)))
            .toList();
    Page<Group> page =
        AwsPage.of(
            filtered, group -> group.name, pageSize(input, DEFAULT_PAGE, LARGEST_PAGE), input);
    return new Struct()
        .set("AutoScalingGroups", page.items().stream().map(this::written).toList())
        .set("NextToken", page.next());
  }

  static int pageSize(Struct input, int usual, int largest) {
    int size = input.number("MaxRecords").orElse(usual);
    if (size < 1 || size > largest) {
      throw AwsErrorException.validationError(
          "1 validation error detected: Value '%d' at 'maxRecords' failed to satisfy constraint: Member must have value %s than or equal to %d"
              .formatted(size, size < 1 ? "greater" : "less", size < 1 ? 1 : largest));
    }
    return size;
  }

  private static boolean holds(Struct filter, Group group) {
    String name = filter.findText("Name").orElse("");
    List<String> values = filter.texts("Values");
    if (name.startsWith("tag:")) {
      Group.Tag tag = group.tags.get(name.substring("tag:".length()));
      return tag != null && values.contains(tag.value());
    }
    return switch (name) {
      case "tag-key" -> group.tags.keySet().stream().anyMatch(values::contains);
      case "tag-value" -> group.tags.values().stream().anyMatch(t -> values.contains(t.value()));
      default ->
          throw AwsErrorException.validationError(
              "Filter type "
                  + name
                  + " is not correct. Allowed Filter types are: [tag-key, tag-value, tag:<key>]");
    };
  }

  private Struct written(Group group) {
    Struct defaults =
        new Struct()
            .set("DefaultCooldown", DEFAULT_COOLDOWN)
            .set("HealthCheckType", "EC2")
            .set("HealthCheckGracePeriod", 0)
            .set("NewInstancesProtectedFromScaleIn", false)
            .set("TerminationPolicies", List.of("Default"))
            .set("CapacityRebalance", false)
            .set("ServiceLinkedRoleARN", role());
    return new Struct()
        .set("AutoScalingGroupName", group.name)
        .set("AutoScalingGroupARN", group.arn)
        .set("LaunchTemplate", group.source.policy().isEmpty() ? group.source.template() : null)
        .set("MixedInstancesPolicy", group.source.policy().orElse(null))
        .set("MinSize", group.min)
        .set("MaxSize", group.max)
        .set("DesiredCapacity", group.desired)
        .set("AvailabilityZones", List.copyOf(group.zones()))
        .set("LoadBalancerNames", List.of())
        .set("TargetGroupARNs", List.of())
        .set("Instances", group.members.values().stream().map(GroupMember::toStruct).toList())
        .set("CreatedTime", group.created)
        .set("SuspendedProcesses", suspended(group))
        .set(
            "VPCZoneIdentifier",
            group.subnets.stream().map(Subnet::id).collect(Collectors.joining(",")))
        .set("EnabledMetrics", List.of())
        .set("Status", group.deleting ? "Delete in progress" : null)
        .set("Tags", GroupTagOperations.toStructs(group))
        .set("TrafficSources", List.of())
        .mergedWith(defaults.mergedWith(group.settings));
  }

  private static List<Struct> suspended(Group group) {
    return group.suspended.entrySet().stream()
        .map(
            process ->
                new Struct()
                    .set("ProcessName", process.getKey())
                    .set("SuspensionReason", process.getValue()))
        .toList();
  }

  private String role() {
    return "arn:aws:iam::%s:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"
        .formatted(accountRegion.account().id());
  }
}
