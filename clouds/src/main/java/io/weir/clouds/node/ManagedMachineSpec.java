package io.weir.clouds.node;

import java.util.Map;

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

  // The kubeconfig holds credentials.
  @Override
  public String toString() {
    return "ManagedMachineSpec[" + instanceId + ", " + nodeName + "]";
  }
}
