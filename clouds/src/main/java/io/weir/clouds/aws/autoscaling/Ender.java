package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Machines;
import io.weir.clouds.aws.world.Place;

/** Takes instances out of groups, and leaves a record of each. */
final class Ender {
  private final Place place;
  private final Machines machines;
  private final Hooks hooks;

  Ender(Place place, Machines machines, Hooks hooks) {
    this.place = place;
    this.machines = machines;
    this.hooks = hooks;
  }

  /**
   * Begins to terminate an instance; repeating it changes nothing.
   *
   * @param why behind "At (time) "
   */
  Activity terminate(Group group, Member member, String why) {
    if (member.lifecycle.leaving()) {
      return member.activity;
    }
    Activity activity = begin(group, member, why);
    member.lifecycle = Lifecycle.TERMINATING;
    boolean held =
        hooks.hold(
            group,
            Hooks.TERMINATING,
            _ -> {
              if (member.lifecycle == Lifecycle.TERMINATING_WAIT) {
                proceed(member);
              }
            });
    if (held) {
      member.lifecycle = Lifecycle.TERMINATING_WAIT;
    } else {
      machines.terminate(member.machine);
    }
    return activity;
  }

  /** Terminates without waiting for any hook, as a forced deletion does. */
  void terminateNow(Group group, Member member) {
    if (!member.lifecycle.leaving()) {
      begin(group, member, "an instance was taken out of service in response to a user request.");
    }
    member.lifecycle = Lifecycle.TERMINATING;
    machines.terminate(member.machine);
  }

  /** Terminates a member that is out of service already, if only its hooks held it. */
  void proceed(Member member) {
    member.lifecycle = Lifecycle.TERMINATING_PROCEED;
    machines.terminate(member.machine);
  }

  private Activity begin(Group group, Member member, String why) {
    if (member.activity.running()) {
      member.activity.isCancelled("Instance was terminated before it was in service", place.now());
    }
    Activity activity =
        new Activity(
            place.newUuid(),
            place.now(),
            "Terminating EC2 instance: " + member.id(),
            "%sAt %s %s".formatted(group.cause, place.now(), why),
            member.machine.subnet());
    member.activity = activity;
    group.note(activity);
    return activity;
  }
}
