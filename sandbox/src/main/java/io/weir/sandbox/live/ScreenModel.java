package io.weir.sandbox.live;

import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that is known of a running sandbox, and what happened lately; pure. Every change answers with
 * what is new about it. For one thread.
 */
public final class ScreenModel {
  private static final int ACTIVITY_KEPT = 200;
  private static final int LONG_ID = 20;
  private static final int SHORT_ID = 8;

  private final Map<ObjectKey, PoolRow> pools = new TreeMap<>();
  private final Map<String, NodeRow> nodes = new TreeMap<>();
  private final Map<String, InstanceState> instances = new LinkedHashMap<>();
  private final Map<String, String> failures = new TreeMap<>();
  private final Deque<ActivityEntry> activity = new ArrayDeque<>();

  /** Every pool, by name. */
  public Collection<PoolRow> pools() {
    return pools.values();
  }

  /** Every instance that is there, in order of launch. */
  public List<InstanceState> instances() {
    return instances.values().stream()
        .filter(instance -> instance.phase() != InstanceState.Phase.TERMINATED)
        .toList();
  }

  /** The Node that an instance has become. */
  public Optional<NodeRow> node(InstanceState instance) {
    return nodes.values().stream().filter(node -> node.of(instance.id())).findFirst();
  }

  /** Nodes without an instance, by name. */
  public List<NodeRow> orphanNodes() {
    List<InstanceState> there = instances();
    return nodes.values().stream()
        .filter(node -> there.stream().noneMatch(instance -> node.of(instance.id())))
        .toList();
  }

  /** Why an instance did not join; empty when it did or still may. */
  public Optional<String> joinFailure(InstanceState instance) {
    return Optional.ofNullable(failures.get(instance.id()));
  }

  /** What happened, latest first. */
  public Collection<ActivityEntry> activity() {
    return activity;
  }

  /** A pool as it is now. */
  List<ActivityEntry> updatePool(PoolRow pool, Instant now) {
    PoolRow before = pools.put(pool.key(), pool);
    String phase = before == null ? "" : before.phase();
    if (pool.phase().equals(phase)) {
      return List.of();
    }
    String about = "MachinePool " + pool.name();
    return addNews(
        pool.phase().equals("Running")
            ? ActivityEntry.good(now, about, "is Running")
            : pool.phase().equals("Failed")
                ? ActivityEntry.bad(now, about, "is Failed")
                : ActivityEntry.plain(now, about, "is " + pool.phase()));
  }

  /** A pool that is gone. */
  List<ActivityEntry> removePool(PoolRow pool, Instant now) {
    pools.remove(pool.key());
    return addNews(ActivityEntry.plain(now, "MachinePool " + pool.name(), "is gone"));
  }

  /** A Node as it is now. */
  List<ActivityEntry> node(NodeRow node, Instant now) {
    NodeRow before = nodes.put(node.name(), node);
    String about = "Node " + node.name();
    if (before == null) {
      return addNews(
          ActivityEntry.plain(now, about, node.ready() ? "has joined, Ready" : "has joined"));
    }
    if (before.ready() == node.ready()) {
      return List.of();
    }
    return addNews(
        node.ready()
            ? ActivityEntry.good(now, about, "is Ready")
            : ActivityEntry.bad(now, about, "is not Ready"));
  }

  /** A Node that is gone. */
  List<ActivityEntry> removeNode(String name, Instant now) {
    return nodes.remove(name) == null
        ? List.of()
        : addNews(ActivityEntry.plain(now, "Node " + name, "is gone"));
  }

  /** All instances that the clouds remember. What is told is how far they are, not every state. */
  List<ActivityEntry> instances(List<InstanceState> current, Instant now) {
    var reported = new ArrayList<ActivityEntry>();
    Set<String> ids = new HashSet<>();
    for (InstanceState instance : current) {
      ids.add(instance.id());
      InstanceState before = instances.put(instance.id(), instance);
      if (before == null || before.phase() != instance.phase()) {
        reported.addAll(addNews(step(instance, "is " + instance.state(), now)));
      }
    }
    for (InstanceState instance : instances()) {
      if (!ids.contains(instance.id())) {
        reported.addAll(addNews(step(instance, "is gone", now)));
      }
    }
    instances.keySet().retainAll(ids);
    return reported;
  }

  private static ActivityEntry step(InstanceState instance, String what, Instant now) {
    String about = "instance " + shortly(instance.label());
    String where = "of %s in %s %s".formatted(instance.group(), instance.zone(), what);
    return instance.phase() == InstanceState.Phase.FAILED
        ? ActivityEntry.bad(now, about, where)
        : ActivityEntry.plain(now, about, where);
  }

  /** Enough of an id to tell it from others, where it is long; what is told shall fit in a line. */
  private static String shortly(String id) {
    return id.length() > LONG_ID ? id.substring(0, SHORT_ID) : id;
  }

  /** Why machines did not join, by instance id. */
  List<ActivityEntry> updateFailures(Map<String, String> current, Instant now) {
    var reported = new ArrayList<ActivityEntry>();
    current.forEach(
        (id, why) -> {
          if (!why.equals(failures.put(id, why))) {
            InstanceState instance = instances.get(id);
            String label = instance == null ? id : instance.label();
            reported.addAll(addNews(ActivityEntry.bad(now, "instance " + shortly(label), why)));
          }
        });
    return reported;
  }

  /** Something that the sandbox was told by others. The same again only counts up. */
  List<ActivityEntry> addNews(ActivityEntry one) {
    ActivityEntry last = activity.peekFirst();
    if (last != null && one.isRepeatOf(last)) {
      activity.removeFirst();
      activity.addFirst(last.repeatedAt(one.at()));
      return List.of();
    }
    activity.addFirst(one);
    if (activity.size() > ACTIVITY_KEPT) {
      activity.removeLast();
    }
    return List.of(one);
  }
}
