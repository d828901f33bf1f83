package io.weir.manager.workload;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.cache.Change;
import java.util.Optional;

/**
 * Tells a listener of changes of Nodes that are news.
 *
 * @param cluster whose Nodes
 * @param listener who is told
 */
record NodeChangeNotifier(ObjectKey cluster, WorkloadClusterListener listener)
    implements Change.Listener {

  @Override
  public void onChange(Change change) {
    switch (change) {
      case Change.Added(ApiObject node) ->
          listener.nodeChanged(cluster, Optional.empty(), Optional.of(WorkloadNode.of(node)));
      case Change.Deleted(ApiObject node) ->
          listener.nodeChanged(cluster, Optional.of(WorkloadNode.of(node)), Optional.empty());
      case Change.Updated(ApiObject old, ApiObject now) -> {
        WorkloadNode before = WorkloadNode.of(old);
        WorkloadNode after = WorkloadNode.of(now);
        if (!before.facts().equals(after.facts())) {
          listener.nodeChanged(cluster, Optional.of(before), Optional.of(after));
        } else if (!old.labels().equals(now.labels())) {
          listener.nodeLabelsChanged(cluster);
        }
      }
    }
  }
}
