package io.weir.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/**
 * A cluster that a cloud runs, as its cloud shows it.
 *
 * @param host of its API server, without a port
 * @param port of its API server
 * @param version of Kubernetes, as the status of the control plane has it
 * @param caPem certificates of its CA; empty where machines need not be given them
 * @param controlPlane fills in the control plane what it does not say and pools need, but for its
 *     status
 * @param status sets the same in the status of the control plane
 * @param infrastructureSpec fills in the same in the spec of the infrastructure cluster
 * @param infrastructureStatus sets the same in the status of the infrastructure cluster
 */
public record FoundCluster(
    String host,
    int port,
    String version,
    String caPem,
    Consumer<ObjectNode> controlPlane,
    Consumer<ObjectNode> status,
    Consumer<ObjectNode> infrastructureSpec,
    Consumer<ObjectNode> infrastructureStatus) {

  /** One whose infrastructure cluster says all that pools need, but that it is there. */
  public FoundCluster(
      String host,
      int port,
      String version,
      String caPem,
      Consumer<ObjectNode> controlPlane,
      Consumer<ObjectNode> status) {
    this(host, port, version, caPem, controlPlane, status, _ -> {}, _ -> {});
  }
}
