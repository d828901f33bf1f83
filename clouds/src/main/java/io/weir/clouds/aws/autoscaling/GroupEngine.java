package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.Machine;
import io.weir.clouds.aws.ec2.Machines;
import io.weir.clouds.aws.world.Place;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps groups at their size. It looks at a group when something happened to it and never
 * otherwise: a request, an instance that came or went, the end of a pause.
 */
final class GroupEngine implements Machines.Watcher {
  private final Place place;
  private final Map<String, Group> groups;
  private final Hooks hooks;
  private final Starter starter;
  private final Ender ender;
  private final Refresher refresher;

  GroupEngine(Place place, Ec2 ec2, Map<String, Group> groups) {
    this.place = place;
    this.groups = groups;
    hooks = new Hooks(place);
    starter = new Starter(place, ec2, this::converge);
    ender = new Ender(place, ec2.machines(), hooks);
    refresher = new Refresher(place, ec2, ender, this::converge);
    ec2.machines().watch(this);
  }

  Ender ender() {
    return ender;
  }

  Refresher refresher() {
    return refresher;
  }

  /** Notes why a size changed, tries again at once what had failed, and converges. */
  void changed(Group group, String cause) {
    group.cause = cause;
    group.pausing = false;
    group.unbalanceable = false;
    group.failures = 0;
    converge(group);
  }

  /** Brings a group closer to its size. */
  void converge(Group group) {
    if (group.gone) {
      return;
    }
    if (group.deleting) {
      finishDeletion(group);
      return;
    }
    refresher.advance(group);
    while (group.staying().size() < group.desired + group.surge && mayLaunch(group)) {
      if (starter.launch(group).isEmpty()) {
        break;
      }
    }
    while (group.staying().size() > allowed(group) && !group.suspends("Terminate")) {
      if (!shrink(group)) {
        break;
      }
    }
    rebalance(group);
  }

  /** Starts the end of a group and of everything in it. */
  void delete(Group group) {
    group.deleting = true;
    group.min = 0;
    group.max = 0;
    group.desired = 0;
    group.cause = "";
    List.copyOf(group.members.values()).forEach(member -> ender.terminateNow(group, member));
    converge(group);
  }

  @Override
  public void running(Machine machine) {
    member(machine)
        .filter(member -> member.lifecycle == Lifecycle.PENDING)
        .ifPresent(
            member -> {
              Group group = groupOf(member);
              boolean held =
                  hooks.hold(group, Hooks.LAUNCHING, abandon -> launched(group, member, abandon));
              if (held) {
                member.lifecycle = Lifecycle.PENDING_WAIT;
              } else {
                enter(group, member);
              }
            });
  }

  @Override
  public void ending(Machine machine) {
    member(machine)
        .filter(member -> !member.lifecycle.leaving())
        .ifPresent(
            member -> {
              Group group = groupOf(member);
              place.later(place.timing().healthCheck(), () -> unhealthy(group, member));
            });
  }

  @Override
  public void ended(Machine machine) {
    member(machine)
        .filter(member -> member.lifecycle.leaving())
        .ifPresent(member -> leave(groupOf(member), member));
  }

  private void launched(Group group, Member member, boolean abandon) {
    if (member.lifecycle != Lifecycle.PENDING_WAIT) {
      return;
    }
    if (abandon) {
      ender.terminate(
          group,
          member,
          "an instance was taken out of service in response to a lifecycle hook that abandoned"
              + " it.");
    } else {
      enter(group, member);
    }
  }

  private void enter(Group group, Member member) {
    member.lifecycle = Lifecycle.IN_SERVICE;
    member.activity.succeeds(place.now());
    Duration warmup = refresher.warmup(group);
    if (warmup.isZero()) {
      member.warm = true;
      converge(group);
    } else {
      converge(group);
      place.later(
          warmup,
          () -> {
            member.warm = true;
            converge(group);
          });
    }
  }

  private void unhealthy(Group group, Member member) {
    if (group.suspends("HealthCheck") || !group.members.containsKey(member.id())) {
      return;
    }
    member.healthy = false;
    replaceUnhealthy(group, member);
  }

  private void replaceUnhealthy(Group group, Member member) {
    if (group.suspends("ReplaceUnhealthy") || member.lifecycle.leaving()) {
      return;
    }
    group.cause = "";
    ender.terminate(
        group,
        member,
        "an instance was taken out of service in response to an EC2 health check indicating it has"
            + " been terminated or stopped.");
    if (member.machine.state() == Machine.State.TERMINATED) {
      leave(group, member);
    } else {
      converge(group);
    }
  }

  /** Looks again for what happened while processes were suspended. */
  void resumed(Group group) {
    for (Member member : List.copyOf(group.members.values())) {
      Machine.State state = member.machine.state();
      if (state == Machine.State.SHUTTING_DOWN || state == Machine.State.TERMINATED) {
        unhealthy(group, member);
      }
    }
    converge(group);
  }

  /**
   * Takes up a group of another time where it was. Whoever waited for a hook before an instance
   * serves waits anew; whoever waited for one before it ends does not.
   */
  void restored(Group group) {
    for (Member member : List.copyOf(group.members.values())) {
      if (member.lifecycle == Lifecycle.PENDING_WAIT) {
        member.lifecycle = Lifecycle.PENDING;
      }
      if (member.lifecycle == Lifecycle.PENDING
          && member.machine.state() == Machine.State.RUNNING) {
        running(member.machine);
      }
      if (member.lifecycle == Lifecycle.TERMINATING_WAIT) {
        ender.proceed(member);
      }
    }
    group.activeRefresh().ifPresent(refresh -> refresher.restored(group, refresh));
    resumed(group);
  }

  private void leave(Group group, Member member) {
    group.members.remove(member.id());
    if (member.activity.running()) {
      member.activity.succeeds(place.now());
    }
    converge(group);
  }

  private boolean shrink(Group group) {
    List<Member> staying = group.staying();
    Optional<Member> victim =
        ScaleIn.victim(staying, group.subnets, group.settings.texts("TerminationPolicies"));
    victim.ifPresent(
        member ->
            ender.terminate(
                group,
                member,
                ("an instance was taken out of service in response to a difference between desired"
                     + " and actual capacity, shrinking the capacity from %d to %d.  At %s instance"
                     + " %s was selected for termination.")
                    .formatted(staying.size(), staying.size() - 1, place.now(), member.id())));
    return victim.isPresent();
  }

  // Launches first and lets the scale-in that follows pick from the fullest zone.
  private void rebalance(Group group) {
    List<Member> staying = group.staying();
    if (group.surge == 0
        && !group.unbalanceable
        && staying.size() == group.desired
        && !group.suspends("AZRebalance")
        && mayLaunch(group)
        && !group.suspends("Terminate")
        && staying.stream().allMatch(Member::inService)
        && Placement.unbalanced(group.subnets, staying)) {
      group.cause =
          "At %s invalid or unbalanced Availability Zones were found.  ".formatted(place.now());
      starter.launchForBalance(group).ifPresent(member -> group.newcomer = Optional.of(member));
    }
  }

  // What was launched to restore the balance may stay above the size until it can serve.
  private static int allowed(Group group) {
    boolean coming = group.newcomer.filter(member -> member.lifecycle.pending()).isPresent();
    return group.desired + group.surge + (coming ? 1 : 0);
  }

  private boolean mayLaunch(Group group) {
    return !group.pausing && !group.suspends("Launch");
  }

  private void finishDeletion(Group group) {
    if (group.members.isEmpty()) {
      group.gone = true;
      groups.remove(group.name, group);
    }
  }

  private Optional<Member> member(Machine machine) {
    return Optional.ofNullable(groups.get(machine.launch().group()))
        .map(group -> group.members.get(machine.id()));
  }

  private Group groupOf(Member member) {
    Group group = groups.get(member.machine.launch().group());
    if (group == null) {
      throw new IllegalStateException("the group of " + member.id() + " is gone before it");
    }
    return group;
  }
}
