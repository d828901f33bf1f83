package io.weir.manager.workload;

import io.weir.api.ObjectKey;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditSubject;
import io.weir.engine.noderef.NodeUpdates;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
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

  /**
   * Deletes exactly this Node; a later one of the name stays, and so does one that another machine
   * of the name has taken over since it was seen. One that is gone is a success.
   */
  public void delete(WorkloadNode node) {
    if (isDeleted(node)) {
      AuditLog.write(new AuditEvent.NodeDeleted(AuditSubject.of(node.object(), cluster)));
    }
  }

  private boolean isDeleted(WorkloadNode node) {
    try {
      return client.deleteUnchanged(node.object(), PropagationPolicy.BACKGROUND);
    } catch (KubeException.Conflict _) {
      return client
          .get(BuiltInKinds.NODE, node.object().key())
          .map(WorkloadNode::of)
          .filter(now -> now.facts().isOfSameMachine(node.facts()))
          .map(now -> client.deleteUnchanged(now.object(), PropagationPolicy.BACKGROUND))
          .orElse(false);
    }
  }
}
