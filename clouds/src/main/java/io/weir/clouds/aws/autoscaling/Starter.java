package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.Launch;
import io.weir.clouds.aws.ec2.Machine;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.world.Place;
import io.weir.clouds.aws.world.Subnet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Launches instances for groups, and leaves a record of each attempt. */
final class Starter {
  private static final int HALF = 50;

  private final Place place;
  private final Ec2 ec2;
  private final Consumer<Group> again;

  /** A starter that hands a group over once its pause after failures is over. */
  Starter(Place place, Ec2 ec2, Consumer<Group> again) {
    this.place = place;
    this.ec2 = ec2;
    this.again = again;
  }

  /**
   * Launches one instance, in the next best zone where the best has no capacity.
   *
   * @return the new member; empty if none could be launched and the group pauses
   */
  Optional<Member> launch(Group group) {
    Optional<Member> member = attempt(group, Placement.preferred(group.subnets, group.staying()));
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
  Optional<Member> launchForBalance(Group group) {
    Optional<Member> member = attempt(group, Placement.emptiest(group.subnets, group.staying()));
    if (member.isEmpty()) {
      group.unbalanceable = true;
      place.later(
          place.timing().longestRetry(),
          () -> {
            group.unbalanceable = false;
            again.accept(group);
          });
    }
    return member;
  }

  private Optional<Member> attempt(Group group, List<Subnet> subnets) {
    LaunchSource source = group.launchSource();
    LaunchSource.Resolved from;
    try {
      from = source.resolve(ec2.templates());
    } catch (AwsRefusal refusal) {
      fail(group, subnets.getFirst(), refusal);
      return Optional.empty();
    }
    List<String> types = source.instanceTypes();
    for (String type : types.isEmpty() ? List.of("") : types) {
      Struct data = from.version().data();
      Struct chosen = type.isEmpty() ? data : data.with(new Struct().set("InstanceType", type));
      for (Subnet subnet : subnets) {
        try {
          return Optional.of(launch(group, from, chosen, subnet));
        } catch (AwsRefusal refusal) {
          fail(group, subnet, refusal);
          if (!refusal.code().startsWith("Insufficient")) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.empty();
  }

  private Member launch(Group group, LaunchSource.Resolved from, Struct data, Subnet subnet) {
    List<Member> staying = group.staying();
    int onDemand = (int) staying.stream().filter(m -> !m.machine.launch().spot()).count();
    boolean spot = group.launchSource().spotNext(data, onDemand, staying.size());
    Machine machine =
        ec2.machines().launch(new Launch(group.name, data, subnet, spot, tags(group, from)));
    Activity activity = begin(group, subnet, "Launching a new EC2 instance: " + machine.id());
    activity.reaches("PreInService", HALF);
    Member member = new Member(machine, from.template(), from.version().number(), activity);
    member.protectedFromScaleIn = group.settings.flag("NewInstancesProtectedFromScaleIn");
    group.members.put(machine.id(), member);
    return member;
  }

  private void fail(Group group, Subnet subnet, AwsRefusal refusal) {
    String words = refusal.words();
    begin(group, subnet, "Launching a new EC2 instance")
        .fails(words.endsWith(".") ? words.substring(0, words.length() - 1) : words, place.now());
  }

  private Activity begin(Group group, Subnet subnet, String description) {
    int before = group.staying().size();
    String cause =
        "%sAt %s an instance was started in response to a difference between desired and actual capacity, increasing the capacity from %d to %d."
            .formatted(group.cause, place.now(), before, before + 1);
    Activity activity = new Activity(place.newUuid(), place.now(), description, cause, subnet);
    group.note(activity);
    return activity;
  }

  private void pause(Group group) {
    Duration first = place.timing().firstRetry();
    Duration longest = place.timing().longestRetry();
    Duration grown = first.multipliedBy(1L << Math.min(group.failures, 16));
    group.failures++;
    group.pausing = true;
    long mine = ++group.pause;
    place.later(
        grown.compareTo(longest) < 0 ? grown : longest,
        () -> {
          if (group.pausing && group.pause == mine) {
            group.pausing = false;
            again.accept(group);
          }
        });
  }

  private static Map<String, String> tags(Group group, LaunchSource.Resolved from) {
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
