package io.weir.manager.drain;

import io.weir.api.ApiObject;
import io.weir.api.MetadataKeys;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.drain.LeavingMark;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterState;
import io.weir.pass.NodeDrains;
import io.weir.provider.PoolNode;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains Nodes of all pools of a manager, on threads beside the passes. Which ones is kept in
 * memory only: the next pass of a pool names them again.
 */
public final class NodeDrainer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NodeDrainer.class);

  private final NodeDrain.Shared shared;
  private final Map<DrainingPool, Map<String, NodeDrain>> drains = new HashMap<>();

  /** Those that are given back now, by UID. */
  private final Set<String> restoring = new HashSet<>();

  private boolean closed;

  /**
   * None yet.
   *
   * @param audit told what an auditor wants to know
   */
  public NodeDrainer(
      WorkloadClusterAccess workloads,
      InstantSource clock,
      DrainPace pace,
      Consumer<AuditEvent> audit) {
    this(workloads, clock, System::nanoTime, pace, audit);
  }

  /** The same where rounds are timed otherwise. */
  NodeDrainer(
      WorkloadClusterAccess workloads,
      InstantSource clock,
      LongSupplier nanoTime,
      DrainPace pace,
      Consumer<AuditEvent> audit) {
    this.shared =
        new NodeDrain.Shared(workloads, new DrainRounds(pace), pace, clock, nanoTime, audit);
  }

  /** The drains of one pool, on its terms. */
  public NodeDrains of(DrainingPool pool, DrainTerms terms, DrainListener listener) {
    return new NodeDrains() {
      @Override
      public Map<String, Progress> progress() {
        return progressOf(pool);
      }

      @Override
      public void follow(List<Drain> named, List<PoolNode> restore) {
        for (PoolNode node : restore) {
          if (node.annotations().containsKey(MetadataKeys.NODE_LEAVING)) {
            restore(pool, node, listener);
          }
        }
        NodeDrainer.this.follow(pool, terms, listener, named);
      }
    };
  }

  private synchronized Map<String, NodeDrains.Progress> progressOf(DrainingPool pool) {
    return Optional.ofNullable(drains.get(pool)).orElse(Map.of()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().progress()));
  }

  private synchronized void follow(
      DrainingPool pool, DrainTerms terms, DrainListener listener, List<NodeDrains.Drain> named) {
    drains.values().removeIf(others -> others.values().stream().allMatch(NodeDrain::isAbandoned));
    Map<String, NodeDrain> before = Optional.ofNullable(drains.remove(pool)).orElse(Map.of());
    var after = new HashMap<String, NodeDrain>();
    for (NodeDrains.Drain drain : closed ? List.<NodeDrains.Drain>of() : named) {
      NodeDrain running = before.get(drain.instanceId());
      if (running == null || !running.isOf(drain)) {
        running = new NodeDrain(shared, pool, listener, drain, terms, Optional.ofNullable(running));
        Thread.ofVirtual().name("drain-" + drain.node().name()).start(running);
      }
      running.setTerms(terms);
      after.put(drain.instanceId(), running);
    }
    before.values().stream().filter(drain -> !after.containsValue(drain)).forEach(NodeDrain::stop);
    if (!after.isEmpty()) {
      drains.put(pool, after);
    }
  }

  private synchronized void restore(DrainingPool pool, PoolNode node, DrainListener listener) {
    if (!closed && restoring.add(node.uid())) {
      Thread.ofVirtual().name("restore-" + node.name()).start(() -> giveBack(pool, node, listener));
    }
  }

  private void giveBack(DrainingPool pool, PoolNode node, DrainListener listener) {
    try {
      if (shared.rounds().inTurn(pool.cluster(), () -> uncordon(pool, node))) {
        listener.progressed(pool.key());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      synchronized (this) {
        restoring.remove(node.uid());
      }
    }
  }

  /** Tells whether it was written. What did not succeed is asked for by the next pass. */
  private boolean uncordon(DrainingPool pool, PoolNode node) {
    if (!(shared.workloads().state(pool.cluster())
        instanceof WorkloadClusterState.Connected connected)) {
      return false;
    }
    Optional<WorkloadNode> marked =
        connected
            .nodes()
            .byName(node.name())
            .filter(seen -> seen.facts().uid().equals(node.uid()))
            .filter(seen -> seen.facts().annotations().containsKey(MetadataKeys.NODE_LEAVING));
    if (marked.isEmpty()) {
      return false;
    }
    try {
      ApiObject before = marked.get().object();
      new DrainAudit(shared.audit(), pool, node, new AtomicInteger())
          .nodeWritten(before, connected.client().edit(before, LeavingMark::clear));
      return true;
    } catch (KubeException failure) {
      LOG.debug("Node {} of {} is not given back yet", node.name(), pool.key(), failure);
      return false;
    }
  }

  /** Stops all of them; Nodes stay as they are. */
  @Override
  public synchronized void close() {
    closed = true;
    drains.values().forEach(pool -> pool.values().forEach(NodeDrain::stop));
    drains.clear();
  }
}
