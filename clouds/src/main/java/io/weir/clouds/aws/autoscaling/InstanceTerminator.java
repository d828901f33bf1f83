package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2Instances;
import io.weir.clouds.aws.seed.AccountRegion;

/** Takes instances out of groups, and leaves a record of each. */
final class InstanceTerminator {
  private final AccountRegion accountRegion;
  private final Ec2Instances ec2Instances;
  private final LifecycleHooks lifecycleHooks;

  InstanceTerminator(
      AccountRegion accountRegion, Ec2Instances ec2Instances, LifecycleHooks lifecycleHooks) {
    this.accountRegion = accountRegion;
    this.ec2Instances = ec2Instances;
    this.lifecycleHooks = lifecycleHooks;
  }

  /**
   * Begins to terminate an instance; repeating it changes nothing.
   *
   * @param why behind "At (time) "
   */
  Activity terminate(Group group, GroupMember groupMember, String why) {
    if (groupMember.lifecycle.isTerminating()) {
      return groupMember.activity;
    }
    Activity activity = begin(group, groupMember, why);
    groupMember.lifecycle = LifecycleState.TERMINATING;
    boolean held =
        lifecycleHooks.hold(
            group,
            groupMember.id(),
            LifecycleHooks.TERMINATING,
            _ -> {
              if (groupMember.lifecycle == LifecycleState.TERMINATING_WAIT) {
                finishTermination(groupMember);
              }
            });
    if (held) {
      groupMember.lifecycle = LifecycleState.TERMINATING_WAIT;
    } else {
      ec2Instances.terminate(groupMember.machine);
    }
    return activity;
  }

  /** Terminates without waiting for any hook, as a forced deletion does. */
  void terminateNow(Group group, GroupMember groupMember) {
    if (!groupMember.lifecycle.isTerminating()) {
      begin(
          group,
          groupMember,
          "an instance was taken out of service in response to a user request.");
    }
    groupMember.lifecycle = LifecycleState.TERMINATING;
    ec2Instances.terminate(groupMember.machine);
  }

  /** Terminates a member that is out of service already, if only its hooks held it. */
  void finishTermination(GroupMember groupMember) {
    groupMember.lifecycle = LifecycleState.TERMINATING_PROCEED;
    ec2Instances.terminate(groupMember.machine);
  }

  private Activity begin(Group group, GroupMember groupMember, String why) {
    if (groupMember.activity.isRunning()) {
      groupMember.activity.markCancelled(
          "Instance was terminated before it was in service", accountRegion.now());
    }
    Activity activity =
        new Activity(
            accountRegion.ids().nextUuid(),
            accountRegion.now(),
            "Terminating EC2 instance: " + groupMember.id(),
            "%sAt %s %s".formatted(group.cause, accountRegion.now(), why),
            groupMember.machine.subnet());
    groupMember.activity = activity;
    group.addActivity(activity);
    return activity;
  }
}
