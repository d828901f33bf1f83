package io.weir.sandbox.live;

import io.weir.api.ObjectKey;
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
public final class Scene {
  private static final int NEWS_KEPT = 200;

  private final Map<ObjectKey, PoolRow> pools = new TreeMap<>();
  private final Map<String, NodeRow> nodes = new TreeMap<>();
  private final Map<String, InstanceRow> instances = new LinkedHashMap<>();
  private final Map<String, String> failures = new TreeMap<>();
  private final Deque<News> news = new ArrayDeque<>();

  /** Every pool, by name. */
  public Collection<PoolRow> pools() {
    return pools.values();
  }

  /** Every instance that is not terminated, in order of launch. */
  public List<InstanceRow> instances() {
    return instances.values().stream().filter(instance -> !instance.terminated()).toList();
  }

  /** The Node that an instance has become. */
  public Optional<NodeRow> node(InstanceRow instance) {
    return nodes.values().stream().filter(node -> node.of(instance.id())).findFirst();
  }

  /** Nodes without an instance, by name. */
  public List<NodeRow> strays() {
    List<InstanceRow> there = instances();
    return nodes.values().stream()
        .filter(node -> there.stream().noneMatch(instance -> node.of(instance.id())))
        .toList();
  }

  /** Why an instance did not join; empty when it did or still may. */
  public Optional<String> failure(InstanceRow instance) {
    return Optional.ofNullable(failures.get(instance.id()));
  }

  /** What happened, latest first. */
  public Collection<News> news() {
    return news;
  }

  /** A pool as it is now. */
  List<News> pool(PoolRow pool, Instant now) {
    PoolRow before = pools.put(pool.key(), pool);
    String phase = before == null ? "" : before.phase();
    if (pool.phase().equals(phase)) {
      return List.of();
    }
    String about = "MachinePool " + pool.name();
    return tell(
        pool.phase().equals("Running")
            ? News.good(now, about, "is Running")
            : pool.phase().equals("Failed")
                ? News.bad(now, about, "is Failed")
                : News.plain(now, about, "is " + pool.phase()));
  }

  /** A pool that is gone. */
  List<News> poolGone(PoolRow pool, Instant now) {
    pools.remove(pool.key());
    return tell(News.plain(now, "MachinePool " + pool.name(), "is gone"));
  }

  /** A Node as it is now. */
  List<News> node(NodeRow node, Instant now) {
    NodeRow before = nodes.put(node.name(), node);
    String about = "Node " + node.name();
    if (before == null) {
      return tell(News.plain(now, about, node.ready() ? "is there and Ready" : "has joined"));
    }
    if (before.ready() == node.ready()) {
      return List.of();
    }
    return tell(
        node.ready() ? News.good(now, about, "is Ready") : News.bad(now, about, "is not Ready"));
  }

  /** A Node that is gone. */
  List<News> nodeGone(String name, Instant now) {
    return nodes.remove(name) == null
        ? List.of()
        : tell(News.plain(now, "Node " + name, "is gone"));
  }

  /** All instances that the cloud remembers. */
  List<News> instances(List<InstanceRow> current, Instant now) {
    var told = new ArrayList<News>();
    Set<String> ids = new HashSet<>();
    for (InstanceRow instance : current) {
      ids.add(instance.id());
      InstanceRow before = instances.put(instance.id(), instance);
      if (before == null || !before.state().equals(instance.state())) {
        told.addAll(
            tell(
                News.plain(
                    now,
                    "instance " + instance.id(),
                    "of %s in %s is %s"
                        .formatted(instance.group(), instance.zone(), instance.state()))));
      }
    }
    instances.keySet().retainAll(ids);
    return told;
  }

  /** Why machines did not join, by instance id. */
  List<News> failures(Map<String, String> current, Instant now) {
    var told = new ArrayList<News>();
    current.forEach(
        (id, why) -> {
          if (!why.equals(failures.put(id, why))) {
            told.addAll(tell(News.bad(now, "instance " + id, why)));
          }
        });
    return told;
  }

  /** Something that the sandbox was told by others. The same again only counts up. */
  List<News> tell(News one) {
    News last = news.peekFirst();
    if (last != null && one.repeats(last)) {
      news.removeFirst();
      news.addFirst(last.again(one.at()));
      return List.of();
    }
    news.addFirst(one);
    if (news.size() > NEWS_KEPT) {
      news.removeLast();
    }
    return List.of(one);
  }
}
