package io.weir.engine.pool;

import io.weir.api.ObjectKey;
import io.weir.engine.pool.PoolSnapshot.NodeRef;
import java.util.Collection;
import java.util.List;

/** What people are told of Nodes that a pool has to leave when it goes. */
public final class RemainingNodesMessage {

  private static final int NAMED_AT_MOST = 10;

  private RemainingNodesMessage() {}

  /** Of a pool whose Cluster does not exist. */
  public static String forEver(MachinePoolObjects parts) {
    return "Nodes may be left in the workload cluster; delete them by hand: %s, and any others of this pool that joined later (Cluster %s no longer exists)"
        .formatted(
            some(parts.view().status().nodeRefs().stream().map(ref -> ref.name()).toList()),
            parts.clusterKey());
  }

  /**
   * Of a pool whose Nodes can't be deleted now.
   *
   * @param nodes all that it leaves
   * @param noted those that its Cluster remembers, and maybe others
   * @param otherwise why it does not remember all
   * @param why they can't be deleted
   */
  public static String untilLater(
      ObjectKey cluster,
      Collection<NodeRef> nodes,
      DeferredNodeDeletions noted,
      String otherwise,
      String why) {
    List<String> later = names(nodes.stream().filter(noted::contains).toList());
    List<String> never = names(nodes.stream().filter(node -> !noted.contains(node)).toList());
    var note = new StringBuilder("Nodes may be left in the workload cluster.");
    if (!later.isEmpty()) {
      note.append(
          " Weir deletes these once the API server answers again and allows it, as long as Cluster %s exists; delete them by hand only if it never does: %s."
              .formatted(cluster, some(later)));
    }
    if (!never.isEmpty()) {
      note.append(
          " Delete these by hand, as they are not recorded on the Cluster (%s): %s."
              .formatted(otherwise, some(never)));
    }
    return note.append(" (").append(why).append(")").toString();
  }

  private static List<String> names(Collection<NodeRef> nodes) {
    return nodes.stream().map(NodeRef::name).toList();
  }

  /** The first names, and how many more there are. */
  public static String some(Collection<String> names) {
    return NameList.abbreviate(
        names.stream().map(String::valueOf).sorted().toList(), NAMED_AT_MOST);
  }
}
