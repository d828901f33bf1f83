package io.weir.clouds.node;

import io.weir.clouds.node.cloudinit.InstanceData;
import io.weir.clouds.node.cloudinit.UserData;
import io.weir.clouds.node.kubeadm.JoinConfiguration.NodeRegistration;
import io.weir.clouds.node.kubelet.NodeIdentity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a machine is given: what its cloud's metadata service would tell it, and what its image
 * holds.
 *
 * @param instanceId its id in the cloud
 * @param hostname its private DNS name, domain included
 * @param zone its availability zone
 * @param region its region
 * @param instanceType its size in the cloud's words
 * @param localIpv4 its address in the cloud's network
 * @param kubeletVersion the version of kubeadm and kubelet in its image, such as {@code v1.35.4}
 * @param datasource where cloud-init finds what the metadata service tells
 * @param userData what it runs at first boot
 */
public record MachineSpec(
    String instanceId,
    String hostname,
    String zone,
    String region,
    String instanceType,
    String localIpv4,
    String kubeletVersion,
    Datasource datasource,
    UserData userData) {

  InstanceData instanceData() {
    return switch (datasource) {
      case EC2 -> InstanceData.forEc2(metadata());
      case AZURE -> InstanceData.forAzure(metadata());
      case GCE -> InstanceData.forGce(metadata());
      case ORACLE -> InstanceData.forOracle(metadata());
    };
  }

  /** Who its Node is that it became at another time. */
  NodeIdentity identity(SavedMachine savedMachine) {
    return new NodeIdentity(
        savedMachine.nodeName(),
        instanceId,
        zone,
        region,
        instanceType,
        localIpv4,
        kubeletVersion,
        new NodeRegistration(savedMachine.nodeName(), List.of(), Map.of(), "", List.of()));
  }

  Map<String, String> metadata() {
    var metadata = new LinkedHashMap<String, String>();
    metadata.put("instance-id", instanceId);
    metadata.put("local-hostname", hostname);
    metadata.put("availability-zone", zone);
    metadata.put("region", region);
    metadata.put("instance-type", instanceType);
    metadata.put("local-ipv4", localIpv4);
    return metadata;
  }
}
