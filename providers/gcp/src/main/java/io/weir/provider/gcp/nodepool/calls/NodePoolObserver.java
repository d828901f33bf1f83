package io.weir.provider.gcp.nodepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderException;
import io.weir.provider.gcp.account.calls.GcpSessions.GkeSession;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.group.calls.GroupCalls;
import io.weir.provider.gcp.group.calls.MemberCache;
import io.weir.provider.gcp.nodepool.GkeCluster;
import io.weir.provider.gcp.nodepool.NodeGroup;
import io.weir.provider.gcp.nodepool.NodePool;
import io.weir.provider.gcp.nodepool.ObservedNodePool;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Observes the node pools of one cluster: one call shows all of them, another their groups. The
 * machines of a group take a call of their own, which is spared for a while where nothing happens.
 */
public final class NodePoolObserver {

  private final MemberCache cache;

  /** Nothing is known yet. */
  public NodePoolObserver(Clock clock) {
    this.cache = new MemberCache(clock);
  }

  /**
   * Hands over each node pool that is there, whosever it is; the nodes of those only that are
   * marked.
   *
   * @throws ProviderException if something could not be read to the end; what was handed over holds
   */
  public void observe(
      GkeSession session, ObservationRequest request, ObservationSink<ObservedNodePool> out)
      throws ProviderException {
    Optional<JsonNode> found = new NodePoolCalls(session.cluster()).cluster();
    if (found.isEmpty()) {
      // What was in it is gone with it.
      return;
    }
    GkeCluster cluster = GkeCluster.of(found.get());
    List<NodePool> asked =
        found
            .get()
            .path("nodePools")
            .valueStream()
            .filter(JsonNode::isObject)
            .map(pool -> new NodePool((ObjectNode) pool))
            .filter(pool -> isAskedFor(request, pool.name()))
            .toList();
    if (asked.isEmpty()) {
      return;
    }
    var calls = new GroupCalls(session.machines());
    Map<String, JsonNode> groups =
        asked.stream().anyMatch(pool -> isMarked(pool, cluster))
            ? calls.groups().stream()
                .collect(
                    Collectors.toMap(
                        group -> place(group.path("selfLink").asText("")),
                        Function.identity(),
                        (first, _) -> first))
            : Map.of();
    String project = session.cluster().scope().project();
    for (NodePool pool : asked) {
      List<NodeGroup> nodes = isMarked(pool, cluster) ? nodes(calls, pool, groups) : List.of();
      out.accept(pool.name(), new ObservedNodePool(project, cluster, pool, nodes));
    }
  }

  private static boolean isAskedFor(ObservationRequest request, String name) {
    return switch (request) {
      case ObservationRequest.All _ -> true;
      case ObservationRequest.Only only -> only.cloudNames().contains(name);
    };
  }

  private static boolean isMarked(NodePool pool, GkeCluster cluster) {
    return !pool.label(PoolMarks.POOL_KEY).isEmpty()
        || !pool.label(PoolMarks.MANAGEMENT_CLUSTER_KEY).isEmpty()
        || pool.hasMachineLabel(
            GcpConstants.CLUSTER_LABEL_PREFIX + cluster.name(), GcpConstants.OWNED);
  }

  /** A node pool may name a group that is gone; one that works has another. */
  private List<NodeGroup> nodes(GroupCalls calls, NodePool pool, Map<String, JsonNode> groups)
      throws ProviderException {
    var nodes = new ArrayList<NodeGroup>();
    for (String url : pool.groupUrls()) {
      JsonNode group = groups.get(place(url));
      if (group != null) {
        nodes.add(NodeGroup.of(group, cache.membersOf(group, calls)));
      }
    }
    if (nodes.isEmpty() && pool.isRunning()) {
      throw new ProviderException.Transient(
          "Compute Engine does not show the instance groups of node pool %s yet"
              .formatted(pool.name()),
          null);
    }
    return nodes;
  }

  /** Zone and name of a group; addresses begin in several ways. */
  private static String place(String url) {
    String[] parts = url.split("/", -1);
    int count = parts.length;
    return count > 2 ? parts[count - 3] + "/" + parts[count - 1] : url;
  }

  /** After a write, or an attempt at one: what was read of machines is not believed any more. */
  public void invalidate() {
    cache.clear();
  }
}
