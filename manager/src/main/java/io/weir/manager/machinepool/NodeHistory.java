package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodeFacts;
import io.weir.engine.noderef.WorkloadNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which machines had a Node: one that lost it has another trouble than one that has not joined yet,
 * and a machine of another's name and provider ID takes its Node over. Nothing else tells them
 * apart. Known as long as the process lives.
 */
final class NodeHistory {

  private final Map<ObjectKey, PoolHistory> known = new ConcurrentHashMap<>();

  /**
   * The machines of one pool, and of no earlier one of its name.
   *
   * @param uid the pool's
   * @param machines of those that had a Node, the system UUID by provider ID
   */
  private record PoolHistory(String uid, Map<String, String> machines) {}

  /**
   * Adds to what is seen who had a Node, keeps the Nodes that other machines have taken over, and
   * remembers who has one.
   *
   * @param members provider IDs of the pool's machines
   * @param asked those and the ones of machines that it had before; all others are forgotten
   */
  MemberNodes addHistory(ApiObject pool, Set<String> members, Set<String> asked, MemberNodes seen) {
    if (!(seen instanceof MemberNodes.Known now)) {
      return seen;
    }
    var had = new HashMap<String, String>();
    PoolHistory before = known.get(pool.key());
    if (before != null && before.uid().equals(pool.uid())) {
      had.putAll(before.machines());
    }
    var takenOver = new HashSet<String>();
    for (WorkloadNode node : now.nodes()) {
      NodeFacts facts = node.facts();
      String last = had.getOrDefault(facts.providerId(), "");
      if (members.contains(facts.providerId()) || last.isEmpty()) {
        had.put(facts.providerId(), facts.systemUuid());
      } else if (!last.equals(facts.systemUuid())) {
        takenOver.add(facts.providerId());
      }
    }
    had.keySet().retainAll(asked);
    known.put(pool.key(), new PoolHistory(pool.uid(), Map.copyOf(had)));
    return now.withHistory(had.keySet())
        .keeping(node -> takenOver.contains(node.facts().providerId()));
  }

  /** The pool does not exist any more. */
  void forget(ObjectKey pool) {
    known.remove(pool);
  }
}
