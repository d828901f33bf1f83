package io.weir.clouds.scaleway;

import io.weir.clouds.InstanceListener;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.ManagedMachineSpec;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Lets Kapsule's nodes appear in their clusters: a machine boots for every instance that starts,
 * with a kubelet that registers the Node as Kapsule's do, and loses its power when the instance
 * ends. For the Nodes that have to go with their instance, give this to a {@link
 * io.weir.clouds.node.cloudcontroller.CloudController} of the cluster that deletes Nodes of gone
 * instances. Safe for concurrent use.
 */
public final class KapsuleMachines implements InstanceListener, CloudInventory {
  private final Fleet fleet;
  private final Predicate<String> exists;
  private final Map<String, String> kubeconfigs = new ConcurrentHashMap<>();
  private volatile String otherwise = "";
  private final Map<String, CloudInstance> byNodeName = new ConcurrentHashMap<>();

  /** Machines of a fleet for the instances of a cloud; it listens to the cloud from now on. */
  public KapsuleMachines(KapsuleCloud cloud, Fleet fleet) {
    this.fleet = fleet;
    this.exists = cloud.admin()::hasNode;
    cloud.addListener(this);
  }

  /**
   * Tells where the nodes of a cluster join. Instances of clusters that nobody told of boot
   * nothing.
   *
   * @param clusterId the id in the cloud
   * @param kubeconfig a way into the cluster that may ask for certificates of nodes; credentials
   *     inline
   */
  public void setKubeconfig(String clusterId, String kubeconfig) {
    kubeconfigs.put(clusterId, kubeconfig);
  }

  /** Tells where the nodes of all clusters join that nobody told of otherwise. */
  public void setDefaultKubeconfig(String kubeconfig) {
    otherwise = kubeconfig;
  }

  @Override
  public void started(SimulatedInstance simulatedInstance) {
    Map<String, String> metadata = simulatedInstance.metadata();
    String kubeconfig =
        kubeconfigs.getOrDefault(metadata.getOrDefault("cluster-id", ""), otherwise);
    String providerId = metadata.getOrDefault("provider-id", "");
    byNodeName.put(simulatedInstance.privateDnsName(), known(simulatedInstance, providerId));
    if (!kubeconfig.isEmpty()) {
      fleet.boot(
          new ManagedMachineSpec(
              simulatedInstance.id(),
              simulatedInstance.privateDnsName(),
              simulatedInstance.zone(),
              simulatedInstance.region(),
              simulatedInstance.type(),
              simulatedInstance.privateIp(),
              "v" + metadata.get("kubernetes-version"),
              providerId,
              simulatedInstance.tags(),
              metadata.getOrDefault("taints", ""),
              kubeconfig));
    }
  }

  @Override
  public void terminated(SimulatedInstance simulatedInstance) {
    byNodeName.remove(simulatedInstance.privateDnsName());
    fleet.kill(simulatedInstance.id());
  }

  @Override
  public Optional<CloudInstance> byNodeName(String nodeName) {
    return Optional.ofNullable(byNodeName.get(nodeName));
  }

  /** A node that was lost still exists, until Kapsule removes it. */
  @Override
  public boolean exists(String providerId) {
    return !providerId.startsWith("scaleway:") || exists.test(providerId);
  }

  private static CloudInstance known(SimulatedInstance simulatedInstance, String providerId) {
    return new CloudInstance(
        providerId,
        simulatedInstance.zone(),
        simulatedInstance.region(),
        simulatedInstance.type(),
        simulatedInstance.privateIp());
  }
}
