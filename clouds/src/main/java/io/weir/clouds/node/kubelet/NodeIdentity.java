package io.weir.clouds.node.kubelet;

import io.weir.clouds.node.kubeadm.JoinConfiguration.NodeRegistration;
import java.util.Optional;

/**
 * Who a node is.
 *
 * @param nodeName the Node's name
 * @param instanceId the machine's id in its cloud
 * @param zone its availability zone
 * @param region its region
 * @param instanceType its size in the cloud's words
 * @param address its address in the cloud's network
 * @param kubeletVersion the version in its image, such as {@code v1.35.4}
 * @param registration how its configuration wants it registered
 */
public record NodeIdentity(
    String nodeName,
    String instanceId,
    String zone,
    String region,
    String instanceType,
    String address,
    String kubeletVersion,
    NodeRegistration registration) {
  private static final int WITHOUT_CLOUDS_SINCE_MINOR = 27;

  /** Whether a cloud controller of the cluster, and not the kubelet, knows the cloud. */
  boolean usesExternalCloudProvider() {
    return cloudProvider().equals("external");
  }

  /** Whether the kubelet itself knows AWS, as kubelets did up to 1.26. */
  boolean usesInTreeCloudProvider() {
    return cloudProvider().equals("aws");
  }

  /** Why a kubelet of this version would not start with its arguments; empty when it would. */
  Optional<String> startError() {
    String[] parts = kubeletVersion.split("\\.", 3);
    boolean lacksIt =
        parts.length == 3
            && parts[1].matches("\\d{1,4}")
            && Integer.parseInt(parts[1]) >= WITHOUT_CLOUDS_SINCE_MINOR;
    return usesInTreeCloudProvider() && lacksIt
        ? Optional.of(
            "kubelet %s has no cloud provider \"aws\"; its argument cloud-provider must be external"
                .formatted(kubeletVersion))
        : Optional.empty();
  }

  /** What AWS's cloud providers call the machine. */
  String awsProviderId() {
    return "aws:///" + zone + "/" + instanceId;
  }

  private String cloudProvider() {
    return registration.kubeletArgs().getOrDefault("cloud-provider", "");
  }
}
