package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.cache.Change;
import io.weir.kernel.cache.FieldPruning;
import io.weir.kernel.cache.ObjectCache;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The Nodes of one workload cluster, from memory. */
public final class WorkloadNodes {

  /** What is read of a Node, which is little of it. */
  static final FieldPruning PRUNING =
      FieldPruning.only(
          "/metadata/annotations",
          "/metadata/creationTimestamp",
          "/metadata/deletionTimestamp",
          "/metadata/labels",
          "/spec/providerID",
          "/spec/taints",
          "/spec/unschedulable",
          "/status/conditions/lastTransitionTime",
          "/status/conditions/status",
          "/status/conditions/type",
          "/status/nodeInfo/kubeletVersion",
          "/status/nodeInfo/systemUUID");

  private static final String BY_PROVIDER_ID = "provider-id";

  /** No Nodes known. */
  static final WorkloadNodes NONE = new WorkloadNodes(null, new UnidentifiedNodes());

  private final @Nullable ObjectCache cache;
  private final UnidentifiedNodes unidentified;

  private WorkloadNodes(@Nullable ObjectCache cache, UnidentifiedNodes unidentified) {
    this.cache = cache;
    this.unidentified = unidentified;
  }

  /** Those of the cache, for as long as it is used: to be called once for each. */
  static WorkloadNodes of(ObjectCache cache) {
    var unidentified = new UnidentifiedNodes();
    Change.Subscription _ = cache.subscribe(unidentified);
    return new WorkloadNodes(
        cache.addIndex(BY_PROVIDER_ID, WorkloadNodes::providerId), unidentified);
  }

  /** Whether they are watched at all; if not, what is not found proves nothing. */
  public boolean areWatched() {
    return cache != null;
  }

  /** The Nodes with this identity of an instance: one, rarely more, often none yet. */
  public List<WorkloadNode> byProviderId(String providerId) {
    return cache == null || providerId.isEmpty()
        ? List.of()
        : cache.byIndex(BY_PROVIDER_ID, providerId).stream().map(WorkloadNode::of).toList();
  }

  /** The Nodes that have all of these labels. */
  public List<WorkloadNode> withLabels(Map<String, String> labels) {
    return cache == null
        ? List.of()
        : cache.list().stream()
            .filter(node -> node.labels().entrySet().containsAll(labels.entrySet()))
            .map(WorkloadNode::of)
            .toList();
  }

  /** The Node of the name. */
  public Optional<WorkloadNode> byName(String name) {
    return cache == null
        ? Optional.empty()
        : cache.get(new ObjectKey("", name)).map(WorkloadNode::of);
  }

  /**
   * How many Nodes have no identity of an instance and will get none by themselves: no cloud
   * controller is to set it, or it has not done so for minutes. Control plane Nodes are no one's
   * members and left out.
   */
  public int countWithoutProviderId(Instant now) {
    return unidentified.countOverdue(now);
  }

  /** All Nodes, in no order. */
  public List<WorkloadNode> all() {
    return cache == null ? List.of() : cache.list().stream().map(WorkloadNode::of).toList();
  }

  private static Set<String> providerId(ApiObject node) {
    String id = node.at("/spec/providerID").asText("");
    return id.isEmpty() ? Set.of() : Set.of(id);
  }
}
