package io.weir.engine.pool;

import io.weir.engine.pool.PoolSnapshot.NodeRef;
import java.util.List;
import java.util.stream.Stream;

/**
 * What follows from a snapshot.
 *
 * @param phase {@code status.phase}
 * @param counts counters of the status
 * @param nodeRefs {@code status.nodeRefs}, in the provider's order
 * @param orphans names of Nodes to delete: former members whose machine is gone
 * @param bootstrapped {@code status.initialization.bootstrapDataSecretCreated}; never falls back
 * @param provisioned {@code status.initialization.infrastructureProvisioned}; never falls back
 * @param conditions conditions in both styles
 * @param problems what people must mend before the pool can go on
 */
public record PoolDecision(
    PoolPhase phase,
    ReplicaCounts counts,
    List<NodeRef> nodeRefs,
    List<String> orphans,
    boolean bootstrapped,
    boolean provisioned,
    PoolConditions conditions,
    List<PoolProblem> problems) {

  /**
   * Something that does not heal by itself.
   *
   * @param reason one CamelCase word
   * @param message a sentence that names object, field and remedy
   */
  public record PoolProblem(String reason, String message) {}

  public PoolDecision {
    nodeRefs = List.copyOf(nodeRefs);
    orphans = List.copyOf(orphans);
    problems = List.copyOf(problems);
  }

  /**
   * The same, whose references also name Nodes that could not be deleted yet: nothing else
   * remembers that they were members.
   */
  public PoolDecision withNodeRefs(List<NodeRef> left) {
    List<NodeRef> all = Stream.concat(nodeRefs.stream(), left.stream()).distinct().toList();
    return new PoolDecision(
        phase, counts, all, orphans, bootstrapped, provisioned, conditions, problems);
  }
}
