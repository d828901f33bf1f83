package io.weir.manager.workload;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Metadata;
import io.weir.engine.noderef.NodeMarks;
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
    return WorkloadNode.of(client.edit(node.object(), tree -> change(tree, edit)));
  }

  /** Deletes exactly this Node; a later one of the name stays. One that is gone is a success. */
  public void delete(WorkloadNode node) {
    client.delete(node.object(), Propagation.BACKGROUND);
  }

  private static void change(ObjectNode tree, NodeMarks.Edit edit) {
    edit.labels().set().forEach((key, value) -> Metadata.label(tree, key, value));
    edit.annotations().set().forEach((key, value) -> Metadata.annotate(tree, key, value));
    tree.withObject("/metadata/labels").remove(edit.labels().removed());
    tree.withObject("/metadata/annotations").remove(edit.annotations().removed());
    if (edit.dropTaint() && tree.at("/spec/taints") instanceof ArrayNode taints) {
      taints.removeIf(taint -> taint.path("key").asText().equals(NodeMarks.UNINITIALIZED_TAINT));
    }
  }
}
