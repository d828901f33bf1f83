package io.weir.manager.workload;

import io.weir.api.ObjectKey;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditSubject;
import io.weir.engine.noderef.NodeUpdates;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.manager.audit.AuditLog;

/** Writes to the Nodes of one workload cluster. Throws KubeException. */
public final class NodeWriter {

  private final KubeClient client;
  private final ObjectKey cluster;

  /**
   * Of one cluster.
   *
   * @param client its requests go to this cluster and no other
   * @param cluster the Cluster
   */
  public NodeWriter(KubeClient client, ObjectKey cluster) {
    this.client = client;
    this.cluster = cluster;
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
    if (client.deleteIfThere(node.object(), PropagationPolicy.BACKGROUND)) {
      AuditLog.write(new AuditEvent.NodeDeleted(AuditSubject.of(node.object(), cluster)));
    }
  }
}
