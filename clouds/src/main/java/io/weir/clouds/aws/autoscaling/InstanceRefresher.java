package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsErrorException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Moves instance refreshes on: replaces instances while enough of the group stays healthy. */
final class InstanceRefresher {
  private static final double WHOLE = 100.0;

  private final AccountRegion accountRegion;
  private final Ec2 ec2;
  private final InstanceTerminator instanceTerminator;
  private final Consumer<Group> converge;

  InstanceRefresher(
      AccountRegion accountRegion,
      Ec2 ec2,
      InstanceTerminator instanceTerminator,
      Consumer<Group> converge) {
    this.accountRegion = accountRegion;
    this.ec2 = ec2;
    this.instanceTerminator = instanceTerminator;
    this.converge = converge;
  }

  /** Lets a refresh that was accepted begin in a while. */
  void start(Group group, InstanceRefresh instanceRefresh) {
    group.refreshes.addFirst(instanceRefresh);
    beginSoon(group, instanceRefresh);
  }

  /** Lets a refresh end without replacing more. */
  void cancel(Group group, InstanceRefresh instanceRefresh) {
    instanceRefresh.status = "Cancelling";
    endSoon(group, instanceRefresh);
  }

  /** Takes up a refresh of another time where it was. */
  void resumeRestored(Group group, InstanceRefresh instanceRefresh) {
    if (instanceRefresh.hasStatus("Pending")) {
      beginSoon(group, instanceRefresh);
    } else if (instanceRefresh.hasStatus("Cancelling")) {
      endSoon(group, instanceRefresh);
    }
  }

  private void beginSoon(Group group, InstanceRefresh instanceRefresh) {
    accountRegion.runLater(
        accountRegion.timing().refreshStep(),
        () -> {
          if (instanceRefresh.hasStatus("Pending")) {
            instanceRefresh.status = "InProgress";
            group.members.values().stream()
                .filter(GroupMember::isInService)
                .forEach(m -> m.warm = true);
            instanceRefresh.targets = targets(group, instanceRefresh);
            instanceRefresh.remaining = instanceRefresh.targets.size();
            converge.accept(group);
          }
        });
  }

  private void endSoon(Group group, InstanceRefresh instanceRefresh) {
    accountRegion.runLater(
        accountRegion.timing().refreshStep(),
        () -> {
          if (instanceRefresh.hasStatus("Cancelling")) {
            end(group, instanceRefresh, "Cancelled", "Cancelled due to user request.");
          }
        });
  }

  /** How long an instance must serve before a refresh counts it; zero without a refresh. */
  Duration warmup(Group group) {
    int seconds =
        group
            .activeRefresh()
            .map(
                instanceRefresh ->
                    instanceRefresh
                        .preferences
                        .number("InstanceWarmup")
                        .or(() -> group.settings.number("DefaultInstanceWarmup"))
                        .filter(given -> given >= 0)
                        .or(() -> group.settings.number("HealthCheckGracePeriod"))
                        .orElse(0))
            .orElse(0);
    return Duration.ofMillis(Math.round(seconds * 1000 * accountRegion.timing().warmup()));
  }

  /** Takes the next step of the group's refresh, if it has one that may go on. */
  void advance(Group group) {
    group
        .activeRefresh()
        .filter(
            instanceRefresh ->
                instanceRefresh.hasStatus("InProgress") && !group.isSuspended("InstanceRefresh"))
        .ifPresent(instanceRefresh -> step(group, instanceRefresh));
  }

  private void step(Group group, InstanceRefresh instanceRefresh) {
    List<GroupMember> old = old(group, instanceRefresh);
    List<GroupMember> staying = group.remainingMembers();
    int ready = (int) staying.stream().filter(m -> m.isInService() && m.healthy && m.warm).count();
    int missing = Math.max(0, group.desired - staying.size());
    progress(group, instanceRefresh, old.size(), missing + staying.size() - ready);
    if (old.isEmpty() && staying.size() == group.desired && ready == staying.size()) {
      instanceRefresh.desired().ifPresent(source -> group.source = source);
      end(group, instanceRefresh, "Successful", null);
      return;
    }
    int floor = (int) Math.ceil(group.desired * instanceRefresh.minHealthy() / WHOLE);
    int room =
        Math.max(
            0,
            (int) Math.ceil(group.desired * instanceRefresh.maxHealthy() / WHOLE) - group.desired);
    int spare = ready - floor;
    // Without room above the size one instance must go first, or nothing would ever move.
    if (room == 0 && ready == staying.size() && ready >= group.desired) {
      spare = Math.max(1, spare);
    }
    old.stream()
        .filter(
            groupMember -> !groupMember.protectedFromScaleIn || refreshesProtected(instanceRefresh))
        .limit(Math.max(0, spare))
        .forEach(
            groupMember ->
                instanceTerminator.terminate(
                    group,
                    groupMember,
                    "an instance was taken out of service in response to an instance refresh."));
    group.surge = Math.min(room, old(group, instanceRefresh).size());
  }

  private void progress(Group group, InstanceRefresh instanceRefresh, int old, int notReady) {
    int total = instanceRefresh.targets.size();
    instanceRefresh.remaining = Math.min(total, old + notReady);
    instanceRefresh.percent = total == 0 ? 100 : 100 * (total - instanceRefresh.remaining) / total;
    String picture = old + "/" + notReady;
    if (!picture.equals(instanceRefresh.lastProgress)) {
      instanceRefresh.lastProgress = picture;
      accountRegion.runLater(
          accountRegion.timing().refreshTimeout(),
          () -> {
            if (instanceRefresh.isActive() && instanceRefresh.lastProgress.equals(picture)) {
              end(group, instanceRefresh, "Failed", "Instances could not be replaced in time.");
            }
          });
    }
  }

  private void end(
      Group group, InstanceRefresh instanceRefresh, String status, @Nullable String reason) {
    if (status.equals("Successful")) {
      instanceRefresh.percent = 100;
      instanceRefresh.remaining = 0;
    }
    instanceRefresh.finish(status, reason, accountRegion.now());
    group.surge = 0;
    converge.accept(group);
  }

  private static List<GroupMember> old(Group group, InstanceRefresh instanceRefresh) {
    return group.remainingMembers().stream()
        .filter(m -> instanceRefresh.targets.contains(m.id()))
        .toList();
  }

  private Set<String> targets(Group group, InstanceRefresh instanceRefresh) {
    boolean skip = instanceRefresh.preferences.flag("SkipMatching");
    boolean ignore =
        instanceRefresh
            .preferences
            .findText("ScaleInProtectedInstances")
            .orElse("")
            .equals("Ignore");
    return group.remainingMembers().stream()
        .filter(groupMember -> !(ignore && groupMember.protectedFromScaleIn))
        .filter(groupMember -> !(skip && matches(group, groupMember)))
        .map(GroupMember::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean matches(Group group, GroupMember groupMember) {
    LaunchSource source = group.launchSource();
    try {
      LaunchSource.ResolvedTemplate resolvedTemplate = source.resolve(ec2.templates());
      List<String> types = source.instanceTypes();
      return resolvedTemplate.template() == groupMember.template
          && resolvedTemplate.version().number() == groupMember.version
          && (types.isEmpty() || types.contains(groupMember.machine.launchRequest().type()));
    } catch (AwsErrorException missing) {
      return false;
    }
  }

  private static boolean refreshesProtected(InstanceRefresh instanceRefresh) {
    return instanceRefresh
        .preferences
        .findText("ScaleInProtectedInstances")
        .orElse("Wait")
        .equals("Refresh");
  }
}
