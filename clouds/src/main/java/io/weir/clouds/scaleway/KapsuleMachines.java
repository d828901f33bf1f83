package io.weir.clouds.scaleway;

import io.weir.clouds.Instance;
import io.weir.clouds.InstanceListener;
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
    this.exists = cloud.hand()::exists;
    cloud.listen(this);
  }

  /**
   * Tells where the nodes of a cluster join. Instances of clusters that nobody told of boot
   * nothing.
   *
   * @param clusterId the id in the cloud
   * @param kubeconfig a way into the cluster that may ask for certificates of nodes; credentials
   *     inline
   */
  public void attach(String clusterId, String kubeconfig) {
    kubeconfigs.put(clusterId, kubeconfig);
  }

  /** Tells where the nodes of all clusters join that nobody told of otherwise. */
  public void attachAll(String kubeconfig) {
    otherwise = kubeconfig;
  }

  @Override
  public void started(Instance instance) {
    Map<String, String> metadata = instance.metadata();
    String kubeconfig =
        kubeconfigs.getOrDefault(metadata.getOrDefault("cluster-id", ""), otherwise);
    String providerId = metadata.getOrDefault("provider-id", "");
    byNodeName.put(instance.privateDnsName(), known(instance, providerId));
    if (!kubeconfig.isEmpty()) {
      fleet.boot(
          new ManagedMachineSpec(
              instance.id(),
              instance.privateDnsName(),
              instance.zone(),
              instance.region(),
              instance.type(),
              instance.privateIp(),
              "v" + metadata.get("kubernetes-version"),
              providerId,
              instance.tags(),
              metadata.getOrDefault("taints", ""),
              kubeconfig));
    }
  }

  @Override
  public void terminated(Instance instance) {
    byNodeName.remove(instance.privateDnsName());
    fleet.kill(instance.id());
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

  private static CloudInstance known(Instance instance, String providerId) {
    return new CloudInstance(
        providerId, instance.zone(), instance.region(), instance.type(), instance.privateIp());
  }
}
