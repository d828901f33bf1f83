package io.weir.manager.infrapool;

import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodeFacts;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterState;
import io.weir.manager.workload.WorkloadNodes;
import io.weir.pass.WorkloadNodeView;
import io.weir.provider.PoolNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Nodes of one workload cluster, as far as it can be reached. */
record ClusterNodes(WorkloadClusterAccess workloads, ObjectKey cluster)
    implements WorkloadNodeView {

  @Override
  public boolean isKnown() {
    return nodes().isPresent();
  }

  @Override
  public Optional<PoolNode> byProviderId(String providerId) {
    return nodes().stream()
        .flatMap(nodes -> nodes.byProviderId(providerId).stream())
        .map(ClusterNodes::node)
        .findFirst();
  }

  @Override
  public Optional<List<PoolNode>> withLabels(Map<String, String> labels) {
    return nodes().map(nodes -> nodes.withLabels(labels).stream().map(ClusterNodes::node).toList());
  }

  private Optional<WorkloadNodes> nodes() {
    return workloads.state(cluster) instanceof WorkloadClusterState.Connected connected
        ? Optional.of(connected.nodes()).filter(WorkloadNodes::areWatched)
        : Optional.empty();
  }

  private static PoolNode node(WorkloadNode node) {
    NodeFacts facts = node.facts();
    return new PoolNode(
        facts.name(),
        facts.uid(),
        facts.providerId(),
        node.object().labels(),
        facts.ready() ? Optional.of(time(facts.readyChanged())) : Optional.empty(),
        facts.kubeletVersion(),
        facts.unschedulable(),
        node.taintKeys(),
        facts.annotations());
  }

  /** Of a time that cannot be read, long ago: what is Ready is Ready. */
  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException unreadable) {
      return Instant.EPOCH;
    }
  }
}
