package io.weir.manager.machinepool;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.NodeMarks;
import java.util.List;
import java.util.Set;

/** The Nodes of workload clusters, as far as pools need them. */
public interface NodeAccess {

  /** The Nodes with one of these provider IDs or names. */
  View nodes(ObjectKey cluster, Set<String> providerIds, Set<String> names);

  /** Puts marks on a Node. */
  void mark(ObjectKey cluster, ApiObject node, NodeMarks.Edit edit);

  /** Removes a Node whose machine is gone. */
  void delete(ObjectKey cluster, ApiObject node);

  /** What can be seen of the Nodes. */
  sealed interface View {

    /** These are all of those asked for that exist. */
    record Known(List<ApiObject> nodes) implements View {
      public Known {
        nodes = List.copyOf(nodes);
      }
    }

    /** They can't be seen now. */
    record Unreachable(String because) implements View {}
  }
}
