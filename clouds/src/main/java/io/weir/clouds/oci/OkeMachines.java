package io.weir.clouds.oci;

import io.weir.clouds.InstanceListener;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.ManagedMachineSpec;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets OKE's nodes appear in their clusters: a machine boots for every instance that starts, with a
 * kubelet that registers the Node as OKE's do, with its OCID as provider ID, and loses its power
 * when the instance ends. Safe for concurrent use.
 */
public final class OkeMachines implements InstanceListener, CloudInventory {
  private static final String PROVIDER_ID = "ocid1.instance.";

  private final Fleet fleet;
  private final String kubeconfig;
  private final Map<String, CloudInstance> byNodeName = new ConcurrentHashMap<>();

  /**
   * Machines of a fleet for the instances of a cloud; it listens to the cloud from now on.
   *
   * @param kubeconfig a way into the cluster that may ask for certificates of nodes; credentials
   *     inline
   */
  public OkeMachines(OciCloud cloud, Fleet fleet, String kubeconfig) {
    this.fleet = fleet;
    this.kubeconfig = kubeconfig;
    cloud.addListener(this);
  }

  /** Whether a provider ID is one of OKE's. */
  public static boolean owns(String providerId) {
    return providerId.startsWith(PROVIDER_ID);
  }

  @Override
  public void started(SimulatedInstance instance) {
    String id = instance.id();
    byNodeName.put(
        instance.privateDnsName(),
        new CloudInstance(
            id, instance.zone(), instance.region(), instance.type(), instance.privateIp()));
    fleet.boot(
        new ManagedMachineSpec(
            id,
            instance.privateDnsName(),
            instance.zone(),
            instance.region(),
            instance.type(),
            instance.privateIp(),
            instance.metadata().getOrDefault("kubernetes-version", ""),
            id,
            instance.tags(),
            "",
            kubeconfig));
  }

  @Override
  public void terminated(SimulatedInstance instance) {
    byNodeName.remove(instance.privateDnsName());
    fleet.kill(instance.id());
  }

  @Override
  public Optional<CloudInstance> byNodeName(String nodeName) {
    return Optional.ofNullable(byNodeName.get(nodeName));
  }

  @Override
  public boolean exists(String providerId) {
    return !owns(providerId)
        || byNodeName.values().stream().anyMatch(each -> each.providerId().equals(providerId));
  }
}
