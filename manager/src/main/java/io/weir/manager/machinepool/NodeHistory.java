package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which machines had a Node: one that lost it has another trouble than one that has not joined yet,
 * and nothing else tells them apart. Known as long as the process lives, for it only words a
 * message.
 */
final class NodeHistory {

  private final Map<ObjectKey, PoolHistory> known = new ConcurrentHashMap<>();

  /**
   * The machines of one pool, and of no earlier one of its name.
   *
   * @param uid the pool's
   * @param providerIds of machines that had a Node
   */
  private record PoolHistory(String uid, Set<String> providerIds) {}

  /**
   * Adds to what is seen who had a Node, and remembers who has.
   *
   * @param providerIds the pool's machines; all others are forgotten
   */
  MemberNodes addHistory(ApiObject pool, Set<String> providerIds, MemberNodes seen) {
    if (!(seen instanceof MemberNodes.Known now)) {
      return seen;
    }
    var had = new HashSet<String>();
    PoolHistory before = known.get(pool.key());
    if (before != null && before.uid().equals(pool.uid())) {
      had.addAll(before.providerIds());
    }
    for (WorkloadNode node : now.nodes()) {
      had.add(node.facts().providerId());
    }
    had.retainAll(providerIds);
    known.put(pool.key(), new PoolHistory(pool.uid(), Set.copyOf(had)));
    return new MemberNodes.Known(now.nodes(), had, now.all(), now.writer(), now.ofOthers());
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    known.remove(pool);
  }
}
