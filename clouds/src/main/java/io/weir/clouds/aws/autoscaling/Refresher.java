package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.wire.AwsRefusal;
import io.weir.clouds.aws.world.Place;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Moves instance refreshes on: replaces instances while enough of the group stays healthy. */
final class Refresher {
  private static final double WHOLE = 100.0;

  private final Place place;
  private final Ec2 ec2;
  private final Ender ender;
  private final Consumer<Group> converge;

  Refresher(Place place, Ec2 ec2, Ender ender, Consumer<Group> converge) {
    this.place = place;
    this.ec2 = ec2;
    this.ender = ender;
    this.converge = converge;
  }

  /** Lets a refresh that was accepted begin in a while. */
  void start(Group group, Refresh refresh) {
    group.refreshes.addFirst(refresh);
    beginSoon(group, refresh);
  }

  /** Lets a refresh end without replacing more. */
  void cancel(Group group, Refresh refresh) {
    refresh.status = "Cancelling";
    endSoon(group, refresh);
  }

  /** Takes up a refresh of another time where it was. */
  void restored(Group group, Refresh refresh) {
    if (refresh.in("Pending")) {
      beginSoon(group, refresh);
    } else if (refresh.in("Cancelling")) {
      endSoon(group, refresh);
    }
  }

  private void beginSoon(Group group, Refresh refresh) {
    place.later(
        place.timing().refreshStep(),
        () -> {
          if (refresh.in("Pending")) {
            refresh.status = "InProgress";
            group.members.values().stream().filter(Member::inService).forEach(m -> m.warm = true);
            refresh.targets = targets(group, refresh);
            refresh.left = refresh.targets.size();
            converge.accept(group);
          }
        });
  }

  private void endSoon(Group group, Refresh refresh) {
    place.later(
        place.timing().refreshStep(),
        () -> {
          if (refresh.in("Cancelling")) {
            end(group, refresh, "Cancelled", "Cancelled due to user request.");
          }
        });
  }

  /** How long an instance must serve before a refresh counts it; zero without a refresh. */
  Duration warmup(Group group) {
    int seconds =
        group
            .activeRefresh()
            .map(
                refresh ->
                    refresh
                        .preferences
                        .number("InstanceWarmup")
                        .or(() -> group.settings.number("DefaultInstanceWarmup"))
                        .filter(given -> given >= 0)
                        .or(() -> group.settings.number("HealthCheckGracePeriod"))
                        .orElse(0))
            .orElse(0);
    return Duration.ofMillis(Math.round(seconds * 1000 * place.timing().warmup()));
  }

  /** Takes the next step of the group's refresh, if it has one that may go on. */
  void advance(Group group) {
    group
        .activeRefresh()
        .filter(refresh -> refresh.in("InProgress") && !group.suspends("InstanceRefresh"))
        .ifPresent(refresh -> step(group, refresh));
  }

  private void step(Group group, Refresh refresh) {
    List<Member> old = old(group, refresh);
    List<Member> staying = group.staying();
    int ready = (int) staying.stream().filter(m -> m.inService() && m.healthy && m.warm).count();
    progress(group, refresh, old.size(), staying.size() - ready);
    if (old.isEmpty() && staying.size() == group.desired && ready == staying.size()) {
      refresh.desired().ifPresent(source -> group.source = source);
      end(group, refresh, "Successful", null);
      return;
    }
    int floor = (int) Math.ceil(group.desired * refresh.minHealthy() / WHOLE);
    int room =
        Math.max(0, (int) Math.ceil(group.desired * refresh.maxHealthy() / WHOLE) - group.desired);
    int spare = ready - floor;
    // Without room above the size one instance must go first, or nothing would ever move.
    if (room == 0 && ready == staying.size() && ready >= group.desired) {
      spare = Math.max(1, spare);
    }
    old.stream()
        .filter(member -> !member.protectedFromScaleIn || refreshesProtected(refresh))
        .limit(Math.max(0, spare))
        .forEach(
            member ->
                ender.terminate(
                    group,
                    member,
                    "an instance was taken out of service in response to an instance refresh."));
    group.surge = Math.min(room, old(group, refresh).size());
  }

  private void progress(Group group, Refresh refresh, int old, int notReady) {
    int total = refresh.targets.size();
    refresh.left = Math.min(total, old + notReady);
    refresh.percent = total == 0 ? 100 : 100 * (total - refresh.left) / total;
    String picture = old + "/" + notReady;
    if (!picture.equals(refresh.picture)) {
      refresh.picture = picture;
      place.later(
          place.timing().refreshPatience(),
          () -> {
            if (refresh.active() && refresh.picture.equals(picture)) {
              end(group, refresh, "Failed", "Instances could not be replaced in time.");
            }
          });
    }
  }

  private void end(Group group, Refresh refresh, String status, @Nullable String reason) {
    if (status.equals("Successful")) {
      refresh.percent = 100;
      refresh.left = 0;
    }
    refresh.finish(status, reason, place.now());
    group.surge = 0;
    converge.accept(group);
  }

  private static List<Member> old(Group group, Refresh refresh) {
    return group.staying().stream().filter(m -> refresh.targets.contains(m.id())).toList();
  }

  private Set<String> targets(Group group, Refresh refresh) {
    boolean skip = refresh.preferences.flag("SkipMatching");
    boolean ignore =
        refresh.preferences.find("ScaleInProtectedInstances").orElse("").equals("Ignore");
    return group.staying().stream()
        .filter(member -> !(ignore && member.protectedFromScaleIn))
        .filter(member -> !(skip && matches(group, member)))
        .map(Member::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean matches(Group group, Member member) {
    LaunchSource source = group.launchSource();
    try {
      LaunchSource.Resolved resolved = source.resolve(ec2.templates());
      List<String> types = source.instanceTypes();
      return resolved.template() == member.template
          && resolved.version().number() == member.version
          && (types.isEmpty() || types.contains(member.machine.launch().type()));
    } catch (AwsRefusal missing) {
      return false;
    }
  }

  private static boolean refreshesProtected(Refresh refresh) {
    return refresh.preferences.find("ScaleInProtectedInstances").orElse("Wait").equals("Refresh");
  }
}
