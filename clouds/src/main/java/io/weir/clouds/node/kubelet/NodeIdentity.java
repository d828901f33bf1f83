package io.weir.clouds.node.kubelet;

import io.weir.clouds.node.kubeadm.JoinConfiguration.NodeRegistration;

/**
 * Who a node is.
 *
 * @param nodeName the Node's name
 * @param instanceId the machine's id in its cloud
 * @param address its address in the cloud's network
 * @param kubeletVersion the version in its image, such as {@code v1.35.4}
 * @param registration how its configuration wants it registered
 */
public record NodeIdentity(
    String nodeName,
    String instanceId,
    String address,
    String kubeletVersion,
    NodeRegistration registration) {

  /** Whether a cloud controller of the cluster, and not the kubelet, knows the cloud. */
  boolean externalCloud() {
    return registration.kubeletArgs().getOrDefault("cloud-provider", "").equals("external");
  }
}
