package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.CloudFault;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.ec2.Ec2Instance;
import io.weir.clouds.aws.ec2.Ec2Instances;
import io.weir.clouds.aws.seed.AccountRegion;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps groups at their size. It looks at a group when something happened to it and never
 * otherwise: a request, an instance that came or went, the end of a pause.
 */
final class GroupReconciler implements Ec2Instances.Listener {

  /** AWS levels zones in its own time, and not between two calls that end instances. */
  private static final Duration UNBALANCED_FOR = Duration.ofSeconds(30);

  private final AccountRegion accountRegion;
  private final Map<String, Group> groups;
  private final LifecycleHooks lifecycleHooks;
  private final InstanceLauncher instanceLauncher;
  private final InstanceTerminator instanceTerminator;
  private final InstanceRefresher instanceRefresher;

  GroupReconciler(AccountRegion accountRegion, Ec2 ec2, Map<String, Group> groups) {
    this.accountRegion = accountRegion;
    this.groups = groups;
    lifecycleHooks = new LifecycleHooks(accountRegion);
    instanceLauncher = new InstanceLauncher(accountRegion, ec2, this::reconcile);
    instanceTerminator = new InstanceTerminator(accountRegion, ec2.instances(), lifecycleHooks);
    instanceRefresher =
        new InstanceRefresher(accountRegion, ec2, instanceTerminator, this::reconcile);
    ec2.instances().setListener(this);
  }

  InstanceTerminator terminator() {
    return instanceTerminator;
  }

  LifecycleHooks hooks() {
    return lifecycleHooks;
  }

  InstanceRefresher refresher() {
    return instanceRefresher;
  }

  /** Notes why a size changed, tries again at once what had failed, and converges. */
  void onSizeChanged(Group group, String cause) {
    group.cause = cause;
    group.pausing = false;
    group.cannotRebalance = false;
    group.failures = 0;
    reconcile(group);
  }

  /** Brings a group closer to its size. */
  void reconcile(Group group) {
    if (group.deleted) {
      return;
    }
    if (group.deleting) {
      finishDeletion(group);
      return;
    }
    instanceRefresher.advance(group);
    while (group.remainingMembers().size() < group.desired + group.surge && mayLaunch(group)) {
      if (instanceLauncher.launch(group).isEmpty()) {
        break;
      }
    }
    while (group.remainingMembers().size() > allowed(group) && !group.isSuspended("Terminate")) {
      if (!shrink(group)) {
        break;
      }
    }
    if (group.remainingMembers().stream()
        .anyMatch(member -> Placement.isOutside(member, group.subnets))) {
      rebalance(group);
    } else if (mayRebalance(group) && !group.rebalancePlanned) {
      group.rebalancePlanned = true;
      accountRegion.runLater(UNBALANCED_FOR, () -> rebalance(group));
    }
  }

  /** Starts the end of a group and of everything in it. */
  void startDeletion(Group group) {
    group.deleting = true;
    group.min = 0;
    group.max = 0;
    group.desired = 0;
    group.cause = "";
    List.copyOf(group.members.values())
        .forEach(groupMember -> instanceTerminator.terminateNow(group, groupMember));
    boolean goneEarly =
        accountRegion
            .faults()
            .takeMatching(
                EnumSet.of(CloudFault.Kind.GONE_EARLY), "DeleteAutoScalingGroup", group.name)
            .isPresent();
    if (goneEarly) {
      group.members.clear();
    }
    reconcile(group);
  }

  @Override
  public void onRunning(Ec2Instance ec2Instance) {
    member(ec2Instance)
        .filter(groupMember -> groupMember.lifecycle == LifecycleState.PENDING)
        .ifPresent(
            groupMember -> {
              Group group = groupOf(groupMember);
              boolean held =
                  lifecycleHooks.hold(
                      group,
                      groupMember.id(),
                      LifecycleHooks.LAUNCHING,
                      abandon -> launched(group, groupMember, abandon));
              if (held) {
                groupMember.lifecycle = LifecycleState.PENDING_WAIT;
              } else {
                enter(group, groupMember);
              }
            });
  }

  @Override
  public void onTerminating(Ec2Instance ec2Instance) {
    member(ec2Instance)
        .filter(groupMember -> !groupMember.lifecycle.isTerminating())
        .ifPresent(
            groupMember -> {
              Group group = groupOf(groupMember);
              accountRegion.runLater(
                  accountRegion.timing().healthCheck(), () -> unhealthy(group, groupMember));
            });
  }

  @Override
  public void onTerminated(Ec2Instance ec2Instance) {
    member(ec2Instance)
        .filter(groupMember -> groupMember.lifecycle.isTerminating())
        .ifPresent(groupMember -> leave(groupOf(groupMember), groupMember));
  }

  private void launched(Group group, GroupMember groupMember, boolean abandon) {
    if (groupMember.lifecycle != LifecycleState.PENDING_WAIT) {
      return;
    }
    if (abandon) {
      instanceTerminator.terminate(
          group,
          groupMember,
          "an instance was taken out of service in response to a lifecycle hook that abandoned"
              + " it.");
    } else {
      enter(group, groupMember);
    }
  }

  private void enter(Group group, GroupMember groupMember) {
    groupMember.lifecycle = LifecycleState.IN_SERVICE;
    groupMember.activity.markSucceeded(accountRegion.now());
    Duration warmup = instanceRefresher.warmup(group);
    if (warmup.isZero()) {
      groupMember.warm = true;
      reconcile(group);
    } else {
      reconcile(group);
      accountRegion.runLater(
          warmup,
          () -> {
            groupMember.warm = true;
            reconcile(group);
          });
    }
  }

  private void unhealthy(Group group, GroupMember groupMember) {
    if (group.isSuspended("HealthCheck") || !group.members.containsKey(groupMember.id())) {
      return;
    }
    groupMember.healthy = false;
    replaceUnhealthy(group, groupMember);
  }

  private void replaceUnhealthy(Group group, GroupMember groupMember) {
    if (group.isSuspended("ReplaceUnhealthy") || groupMember.lifecycle.isTerminating()) {
      return;
    }
    group.cause = "";
    instanceTerminator.terminate(
        group,
        groupMember,
        "an instance was taken out of service in response to an EC2 health check indicating it has"
            + " been terminated or stopped.");
    if (groupMember.machine.state() == Ec2Instance.State.TERMINATED) {
      leave(group, groupMember);
    } else {
      reconcile(group);
    }
  }

  /** Looks again for what happened while processes were suspended. */
  void onProcessesResumed(Group group) {
    for (GroupMember groupMember : List.copyOf(group.members.values())) {
      Ec2Instance.State state = groupMember.machine.state();
      if (state == Ec2Instance.State.SHUTTING_DOWN || state == Ec2Instance.State.TERMINATED) {
        unhealthy(group, groupMember);
      }
    }
    reconcile(group);
  }

  /**
   * Takes up a group of another time where it was. Whoever waited for a hook before an instance
   * serves waits anew; whoever waited for one before it ends does not.
   */
  void resumeRestored(Group group) {
    for (GroupMember groupMember : List.copyOf(group.members.values())) {
      if (groupMember.lifecycle == LifecycleState.PENDING_WAIT) {
        groupMember.lifecycle = LifecycleState.PENDING;
      }
      if (groupMember.lifecycle == LifecycleState.PENDING
          && groupMember.machine.state() == Ec2Instance.State.RUNNING) {
        onRunning(groupMember.machine);
      }
      if (groupMember.lifecycle == LifecycleState.TERMINATING_WAIT) {
        instanceTerminator.finishTermination(groupMember);
      }
    }
    group
        .activeRefresh()
        .ifPresent(instanceRefresh -> instanceRefresher.resumeRestored(group, instanceRefresh));
    onProcessesResumed(group);
  }

  private void leave(Group group, GroupMember groupMember) {
    group.members.remove(groupMember.id());
    if (groupMember.activity.isRunning()) {
      groupMember.activity.markSucceeded(accountRegion.now());
    }
    reconcile(group);
  }

  private boolean shrink(Group group) {
    List<GroupMember> staying = group.remainingMembers();
    Optional<GroupMember> victim =
        TerminationPolicy.selectInstance(
            staying, group.subnets, group.settings.texts("TerminationPolicies"));
    victim.ifPresent(
        groupMember ->
            instanceTerminator.terminate(
                group,
                groupMember,
                ("an instance was taken out of service in response to a difference between desired"
                     + " and actual capacity, shrinking the capacity from %d to %d.  At %s instance"
                     + " %s was selected for termination.")
                    .formatted(
                        staying.size(),
                        staying.size() - 1,
                        accountRegion.now(),
                        groupMember.id())));
    return victim.isPresent();
  }

  // Launches first and lets the scale-in that follows pick from the fullest zone.
  private void rebalance(Group group) {
    group.rebalancePlanned = false;
    if (mayRebalance(group)) {
      group.cause =
          "At %s invalid or unbalanced Availability Zones were found.  "
              .formatted(accountRegion.now());
      instanceLauncher
          .launchForBalance(group)
          .ifPresent(groupMember -> group.rebalanceMember = Optional.of(groupMember));
    }
  }

  private static boolean mayRebalance(Group group) {
    List<GroupMember> staying = group.remainingMembers();
    return !group.deleting
        && !group.deleted
        && group.surge == 0
        && !group.cannotRebalance
        && staying.size() == group.desired
        && !group.isSuspended("AZRebalance")
        && mayLaunch(group)
        && !group.isSuspended("Terminate")
        && staying.stream().allMatch(GroupMember::isInService)
        && Placement.isUnbalanced(group.subnets, staying);
  }

  // What was launched to restore the balance may stay above the size until it can serve.
  private static int allowed(Group group) {
    boolean coming =
        group.rebalanceMember.filter(groupMember -> groupMember.lifecycle.isPending()).isPresent();
    return group.desired + group.surge + (coming ? 1 : 0);
  }

  private static boolean mayLaunch(Group group) {
    return !group.pausing && !group.isSuspended("Launch");
  }

  private void finishDeletion(Group group) {
    if (group.members.isEmpty()) {
      group.deleted = true;
      groups.remove(group.name, group);
    }
  }

  private Optional<GroupMember> member(Ec2Instance ec2Instance) {
    return Optional.ofNullable(groups.get(ec2Instance.launchRequest().group()))
        .map(group -> group.members.get(ec2Instance.id()));
  }

  private Group groupOf(GroupMember groupMember) {
    Group group = groups.get(groupMember.machine.launchRequest().group());
    if (group == null) {
      throw new IllegalStateException("the group of " + groupMember.id() + " is gone before it");
    }
    return group;
  }
}
