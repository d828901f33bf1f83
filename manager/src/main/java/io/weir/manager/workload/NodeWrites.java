package io.weir.manager.workload;

import io.weir.engine.noderef.NodeMarks;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.Propagation;

/** Writes to the Nodes of one workload cluster. Throws KubeException. */
public final class NodeWrites {

  private final KubeClient client;

  public NodeWrites(KubeClient client) {
    this.client = client;
  }

  /**
   * Puts the marks on a Node and takes its taint away, in one request that holds only if the Node
   * is still as seen: taints are a list that others write too.
   */
  public WorkloadNode mark(WorkloadNode node, NodeMarks.Edit edit) {
    return WorkloadNode.of(client.edit(node.object(), edit::apply));
  }

  /** Deletes exactly this Node; a later one of the name stays. One that is gone is a success. */
  public void delete(WorkloadNode node) {
    client.delete(node.object(), Propagation.BACKGROUND);
  }
}
