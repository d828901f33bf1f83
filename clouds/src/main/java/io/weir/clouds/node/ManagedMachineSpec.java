package io.weir.clouds.node;

import io.weir.clouds.node.kubeadm.JoinConfiguration.NodeRegistration;
import io.weir.clouds.node.kubelet.NodeIdentity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A machine that its cloud itself makes a node of, as managed Kubernetes does: there is no user
 * data of ours, and the way into the cluster comes with the machine.
 *
 * @param instanceId its id in the cloud
 * @param nodeName the name of its Node
 * @param zone its availability zone
 * @param region its region
 * @param instanceType its size in the cloud's words
 * @param localIpv4 its address in the cloud's network
 * @param kubeletVersion such as {@code v1.35.4}
 * @param providerId what its Node carries as {@code spec.providerID}
 * @param labels the labels of its Node
 * @param taints the taints of its Node in the kubelet's notation, separated by commas; empty for
 *     none
 * @param kubeconfig a way into the cluster that may ask for a node's certificate; credentials
 *     inline
 */
public record ManagedMachineSpec(
    String instanceId,
    String nodeName,
    String zone,
    String region,
    String instanceType,
    String localIpv4,
    String kubeletVersion,
    String providerId,
    Map<String, String> labels,
    String taints,
    String kubeconfig) {
  public ManagedMachineSpec {
    labels = Map.copyOf(labels);
  }

  /** Who its Node is. */
  NodeIdentity identity() {
    Map<String, String> args = new TreeMap<>();
    args.put("provider-id", providerId());
    args.put(
        "node-labels",
        new TreeMap<>(labels())
            .entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(",")));
    args.put("register-with-taints", taints());
    return new NodeIdentity(
        nodeName(),
        instanceId(),
        zone(),
        region(),
        instanceType(),
        localIpv4(),
        kubeletVersion(),
        new NodeRegistration(nodeName(), List.of(), args, "", List.of()));
  }

  // The kubeconfig holds credentials.
  @Override
  public String toString() {
    return "ManagedMachineSpec[" + instanceId + ", " + nodeName + "]";
  }
}
