package io.weir.clouds.aws.autoscaling;

import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.Struct;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A group: what it shall be, and what it is. Guarded by the lock of its account and region. */
final class Group {
  private static final int ACTIVITIES_KEPT = 200;

  /** A tag of the group. */
  record Tag(String value, boolean propagated) {}

  final String name;
  final String arn;
  final Instant created;
  int min;
  int max;
  int desired;
  LaunchSource source;
  List<Subnet> subnets = List.of();

  /** Members of a request that change nothing but answers. */
  Struct settings = new Struct();

  final Map<String, Tag> tags = new TreeMap<>();
  final Map<String, Struct> hooks = new TreeMap<>();

  /** Instances that wait for hooks. */
  final List<LifecycleHooks.HeldInstance> heldInstances = new ArrayList<>();

  final Map<String, String> suspended = new TreeMap<>();
  final Map<String, GroupMember> members = new LinkedHashMap<>();
  final Deque<Activity> activities = new ArrayDeque<>();
  final Deque<InstanceRefresh> refreshes = new ArrayDeque<>();

  /** Why the size changed last, for the next activities. */
  String cause = "";

  boolean deleting;
  boolean deleted;

  /** Launches that failed in a row, and whether the group pauses because of them. */
  int failures;

  boolean pausing;
  long pause;

  /** Whether an emptier zone has turned out to have no room. */
  boolean cannotRebalance;

  /** Whether its zones are looked at again in a while. */
  boolean rebalancePlanned;

  /** How many instances above the desired capacity it may have right now. */
  int surge;

  /** The instance launched last to restore the balance of zones. */
  Optional<GroupMember> rebalanceMember = Optional.empty();

  Group(String name, String arn, Instant created, LaunchSource source) {
    this.name = name;
    this.arn = arn;
    this.created = created;
    this.source = source;
  }

  List<GroupMember> remainingMembers() {
    return members.values().stream().filter(m -> !m.lifecycle.isTerminating()).toList();
  }

  Collection<String> zones() {
    return subnets.stream().map(Subnet::zone).distinct().sorted().toList();
  }

  boolean isSuspended(String process) {
    return suspended.containsKey(process);
  }

  void addActivity(Activity activity) {
    activities.addFirst(activity);
    if (activities.size() > ACTIVITIES_KEPT) {
      activities.removeLast();
    }
  }

  Optional<InstanceRefresh> activeRefresh() {
    return refreshes.stream().filter(InstanceRefresh::isActive).findFirst();
  }

  LaunchSource launchSource() {
    return activeRefresh().flatMap(InstanceRefresh::desired).orElse(source);
  }
}
