package io.weir.manager.workload;

import io.weir.engine.noderef.NodeUpdates;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.PropagationPolicy;

/** Writes to the Nodes of one workload cluster. Throws KubeException. */
public final class NodeWriter {

  private final KubeClient client;

  public NodeWriter(KubeClient client) {
    this.client = client;
  }

  /**
   * Puts the marks on a Node and takes its taint away, in one request that holds only if the Node
   * is still as seen: taints are a list that others write too.
   */
  public WorkloadNode update(WorkloadNode node, NodeUpdates.NodeUpdate nodeUpdate) {
    return WorkloadNode.of(client.edit(node.object(), nodeUpdate::apply));
  }

  /** Deletes exactly this Node; a later one of the name stays. One that is gone is a success. */
  public void delete(WorkloadNode node) {
    client.delete(node.object(), PropagationPolicy.BACKGROUND);
  }
}
