package io.weir.clouds.gcp;

import io.weir.clouds.InstanceListener;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.node.Datasource;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.MachineSpec;
import io.weir.clouds.node.ManagedMachineSpec;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.clouds.node.cloudinit.UserData;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Boots a machine for every instance that starts, and takes its power away when the instance ends.
 * One of a group of ours boots from the user data of its metadata server; one of a node pool of
 * Kubernetes Engine has a kubelet that registers the Node as Google's do. Give this to a {@link
 * io.weir.clouds.node.cloudcontroller.CloudController} of the cluster, without which the Nodes get
 * no provider ID. Safe for concurrent use.
 */
public final class GcpMachines implements InstanceListener, CloudInventory {
  private static final String SCHEME = "gce://";

  private final Fleet fleet;
  private final GcpAdmin admin;
  private final String otherwise;
  private final String kubeconfig;
  private final Map<String, CloudInstance> byNodeName = new ConcurrentHashMap<>();

  /**
   * Machines of a fleet for the instances of a cloud; it listens to the cloud from now on.
   *
   * @param kubernetesVersion what is in images that name none, such as {@code v1.35.4}
   * @param kubeconfig a way into the cluster that may ask for certificates of nodes; credentials
   *     inline
   */
  public GcpMachines(GcpCloud cloud, Fleet fleet, String kubernetesVersion, String kubeconfig) {
    this.fleet = fleet;
    this.admin = cloud.admin();
    this.otherwise = kubernetesVersion;
    this.kubeconfig = kubeconfig;
    cloud.addListener(this);
  }

  @Override
  public void started(SimulatedInstance simulatedInstance) {
    byNodeName.put(
        nodeName(simulatedInstance),
        new CloudInstance(
            SCHEME + simulatedInstance.id(),
            simulatedInstance.zone(),
            simulatedInstance.region(),
            simulatedInstance.type(),
            simulatedInstance.privateIp()));
    if (simulatedInstance.metadata().containsKey("cluster-name")) {
      bootNode(simulatedInstance);
    } else {
      bootMachine(simulatedInstance);
    }
  }

  private void bootNode(SimulatedInstance simulatedInstance) {
    Map<String, String> metadata = simulatedInstance.metadata();
    var labels = new TreeMap<String, String>();
    for (String label : metadata.getOrDefault("kube-labels", "").split(",", -1)) {
      String[] parts = label.split("=", 2);
      labels.put(parts[0], parts[1]);
    }
    labels.put("node.kubernetes.io/instance-type", simulatedInstance.type());
    labels.put("topology.kubernetes.io/region", simulatedInstance.region());
    labels.put("topology.kubernetes.io/zone", simulatedInstance.zone());
    fleet.boot(
        new ManagedMachineSpec(
            number(simulatedInstance),
            nodeName(simulatedInstance),
            simulatedInstance.zone(),
            simulatedInstance.region(),
            simulatedInstance.type(),
            simulatedInstance.privateIp(),
            metadata.getOrDefault("kubernetes-version", otherwise),
            SCHEME + simulatedInstance.id(),
            labels,
            metadata.getOrDefault("kube-taints", ""),
            kubeconfig));
  }

  private void bootMachine(SimulatedInstance simulatedInstance) {
    String version = simulatedInstance.metadata().getOrDefault("kubernetes-version", "");
    fleet.boot(
        new MachineSpec(
            number(simulatedInstance),
            simulatedInstance.privateDnsName(),
            simulatedInstance.zone(),
            simulatedInstance.region(),
            simulatedInstance.type(),
            simulatedInstance.privateIp(),
            version.isEmpty() ? otherwise : version,
            Datasource.GCE,
            UserData.of(simulatedInstance.userData())));
  }

  @Override
  public void terminated(SimulatedInstance simulatedInstance) {
    var _ = byNodeName.remove(nodeName(simulatedInstance));
    fleet.kill(number(simulatedInstance));
  }

  /** One that is repaired is another machine of the same name. */
  private static String number(SimulatedInstance simulatedInstance) {
    return simulatedInstance.metadata().getOrDefault("instance-number", "");
  }

  /** Machines register under their own name, without its domain. */
  private static String nodeName(SimulatedInstance simulatedInstance) {
    return simulatedInstance.privateDnsName().split("\\.", 2)[0];
  }

  @Override
  public Optional<CloudInstance> byNodeName(String nodeName) {
    return Optional.ofNullable(byNodeName.get(nodeName));
  }

  @Override
  public boolean exists(String providerId) {
    return !providerId.startsWith(SCHEME)
        || admin.hasInstance(providerId.substring(SCHEME.length()));
  }
}
