package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The groups of one account and region, and the last ones deleted. */
final class GroupStore {
  private static final int DELETED_KEPT = 100;

  final Map<String, Group> groups = new TreeMap<>();
  private final Deque<Group> deleted = new ArrayDeque<>();

  Optional<Group> find(String name) {
    return Optional.ofNullable(groups.get(name));
  }

  /** The group that a request names. */
  Group requestedGroup(Struct input) {
    String name = input.text("AutoScalingGroupName");
    return find(name).orElseThrow(() -> notFound(name));
  }

  /** The group that a request names and means to change. */
  Group requestedGroupToChange(Struct input) {
    Group group = requestedGroup(input);
    if (group.deleting) {
      throw AwsErrorException.validationError(
          "The AutoScaling group may not be modified while it is pending delete");
    }
    return group;
  }

  /** The group that an instance is in. */
  Optional<Group> findGroupOf(String instanceId) {
    return groups.values().stream()
        .filter(group -> group.members.containsKey(instanceId))
        .findFirst();
  }

  /** The group and the member that a request names by instance alone. */
  Map.Entry<Group, GroupMember> requestedInstance(String id) {
    return findGroupOf(id)
        .map(group -> Map.entry(group, member(group, id)))
        .orElseThrow(
            () ->
                AwsErrorException.validationError(
                    "Instance Id not found - No managed instance found for instance ID: " + id));
  }

  static GroupMember member(Group group, String id) {
    GroupMember groupMember = group.members.get(id);
    if (groupMember == null) {
      throw AwsErrorException.validationError(
          "The instance " + id + " is not part of Auto Scaling group " + group.name + ".");
    }
    return groupMember;
  }

  void addDeleted(Group group) {
    deleted.addFirst(group);
    if (deleted.size() > DELETED_KEPT) {
      deleted.removeLast();
    }
  }

  Iterable<Group> deleted() {
    return deleted;
  }

  static AwsErrorException notFound(String name) {
    return AwsErrorException.validationError(
        "AutoScalingGroup name not found - AutoScalingGroup '" + name + "' not found");
  }
}
