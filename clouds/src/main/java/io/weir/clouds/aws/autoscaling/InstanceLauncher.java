package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.Ec2Instance;
import io.weir.clouds.aws.ec2.LaunchRequest;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Launches instances for groups, and leaves a record of each attempt. */
final class InstanceLauncher {
  private static final int HALF = 50;

  private final AccountRegion accountRegion;
  private final Ec2 ec2;
  private final Consumer<Group> again;

  /** A starter that hands a group over once its pause after failures is over. */
  InstanceLauncher(AccountRegion accountRegion, Ec2 ec2, Consumer<Group> again) {
    this.accountRegion = accountRegion;
    this.ec2 = ec2;
    this.again = again;
  }

  /**
   * Launches one instance, in the next best zone where the best has no capacity.
   *
   * @return the new member; empty if none could be launched and the group pauses
   */
  Optional<GroupMember> launch(Group group) {
    Optional<GroupMember> member =
        attempt(group, Placement.preferredSubnets(group.subnets, group.remainingMembers()));
    if (member.isPresent()) {
      group.failures = 0;
    } else {
      pause(group);
    }
    return member;
  }

  /**
   * Launches one instance in one of the emptiest zones and nowhere else.
   *
   * @return the new member; empty if that is not possible, and then it is not tried again for long
   */
  Optional<GroupMember> launchForBalance(Group group) {
    Optional<GroupMember> member =
        attempt(group, Placement.emptiestSubnets(group.subnets, group.remainingMembers()));
    if (member.isEmpty()) {
      group.cannotRebalance = true;
      accountRegion.runLater(
          accountRegion.timing().longestRetry(),
          () -> {
            group.cannotRebalance = false;
            again.accept(group);
          });
    }
    return member;
  }

  private Optional<GroupMember> attempt(Group group, List<Subnet> subnets) {
    LaunchSource source = group.launchSource();
    LaunchSource.ResolvedTemplate from;
    try {
      from = source.resolve(ec2.templates());
    } catch (AwsErrorException refusal) {
      fail(group, subnets.getFirst(), refusal);
      return Optional.empty();
    }
    List<String> types = source.instanceTypes();
    for (String type : types.isEmpty() ? List.of("") : types) {
      Struct data = from.version().data();
      Struct chosen =
          type.isEmpty() ? data : data.mergedWith(new Struct().set("InstanceType", type));
      for (Subnet subnet : subnets) {
        try {
          return Optional.of(launch(group, from, chosen, subnet));
        } catch (AwsErrorException refusal) {
          fail(group, subnet, refusal);
          if (!refusal.code().startsWith("Insufficient")) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.empty();
  }

  private GroupMember launch(
      Group group, LaunchSource.ResolvedTemplate from, Struct data, Subnet subnet) {
    List<GroupMember> staying = group.remainingMembers();
    int onDemand = (int) staying.stream().filter(m -> !m.machine.launchRequest().spot()).count();
    boolean spot = group.launchSource().isNextSpot(data, onDemand, staying.size());
    Ec2Instance ec2Instance =
        ec2.instances()
            .launch(new LaunchRequest(group.name, data, subnet, spot, tags(group, from)));
    Activity activity = begin(group, subnet, "Launching a new EC2 instance: " + ec2Instance.id());
    activity.setProgress("PreInService", HALF);
    GroupMember groupMember =
        new GroupMember(ec2Instance, from.template(), from.version().number(), activity);
    groupMember.protectedFromScaleIn = group.settings.flag("NewInstancesProtectedFromScaleIn");
    group.members.put(ec2Instance.id(), groupMember);
    return groupMember;
  }

  private void fail(Group group, Subnet subnet, AwsErrorException refusal) {
    String words = refusal.errorMessage();
    begin(group, subnet, "Launching a new EC2 instance")
        .markFailed(
            words.endsWith(".") ? words.substring(0, words.length() - 1) : words,
            accountRegion.now());
  }

  private Activity begin(Group group, Subnet subnet, String description) {
    int before = group.remainingMembers().size();
    String cause =
        "%sAt %s an instance was started in response to a difference between desired and actual capacity, increasing the capacity from %d to %d."
            .formatted(group.cause, accountRegion.now(), before, before + 1);
    Activity activity =
        new Activity(
            accountRegion.ids().nextUuid(), accountRegion.now(), description, cause, subnet);
    group.addActivity(activity);
    return activity;
  }

  private void pause(Group group) {
    Duration first = accountRegion.timing().firstRetry();
    Duration longest = accountRegion.timing().longestRetry();
    Duration grown = first.multipliedBy(1L << Math.min(group.failures, 16));
    group.failures++;
    group.pausing = true;
    long mine = ++group.pause;
    accountRegion.runLater(
        grown.compareTo(longest) < 0 ? grown : longest,
        () -> {
          if (group.pausing && group.pause == mine) {
            group.pausing = false;
            again.accept(group);
          }
        });
  }

  private static Map<String, String> tags(Group group, LaunchSource.ResolvedTemplate from) {
    Map<String, String> tags = new TreeMap<>();
    group.tags.forEach(
        (key, tag) -> {
          if (tag.propagated()) {
            tags.put(key, tag.value());
          }
        });
    tags.put("aws:autoscaling:groupName", group.name);
    tags.put("aws:ec2launchtemplate:id", from.template().id());
    tags.put("aws:ec2launchtemplate:version", Long.toString(from.version().number()));
    return tags;
  }
}
