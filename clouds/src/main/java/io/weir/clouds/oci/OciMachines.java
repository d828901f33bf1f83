package io.weir.clouds.oci;

import io.weir.clouds.InstanceListener;
import io.weir.clouds.InstanceState;
import io.weir.clouds.InstanceState.Phase;
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
import java.util.concurrent.ConcurrentHashMap;

/**
 * Boots a machine for every instance that starts, and takes its power away when the instance ends.
 * One of an instance pool boots from its user data; its provider ID is {@code oci://<OCID>}, which
 * it needs a {@link io.weir.clouds.node.cloudcontroller.CloudController} for unless its kubelet is
 * told. One of a node pool has a kubelet that registers the Node as OKE's do, with its bare OCID as
 * provider ID. Safe for concurrent use.
 */
public final class OciMachines implements InstanceListener, CloudInventory {
  private static final String OCID = "ocid1.instance.";
  private static final String SCHEME = "oci://";

  private final OciCloud cloud;
  private final Fleet fleet;
  private final String otherwise;
  private final String kubeconfig;
  private final Map<String, CloudInstance> byNodeName = new ConcurrentHashMap<>();

  /**
   * Machines of a fleet for the instances of a cloud; it listens to the cloud from now on.
   *
   * @param kubernetesVersion what is in images of instance pools, such as {@code v1.35.4}
   * @param kubeconfig a way into the cluster that may ask for certificates of nodes; credentials
   *     inline
   */
  public OciMachines(OciCloud cloud, Fleet fleet, String kubernetesVersion, String kubeconfig) {
    this.cloud = cloud;
    this.fleet = fleet;
    this.otherwise = kubernetesVersion;
    this.kubeconfig = kubeconfig;
    cloud.addListener(this);
  }

  /** Whether a provider ID is one of Oracle Cloud's. */
  public static boolean owns(String providerId) {
    return providerId.startsWith(OCID) || providerId.startsWith(SCHEME);
  }

  @Override
  public void started(SimulatedInstance instance) {
    if (isOfNodePool(instance)) {
      bootNode(instance);
    } else {
      bootMachine(instance);
    }
  }

  private static boolean isOfNodePool(SimulatedInstance instance) {
    return instance.metadata().containsKey("cluster-id");
  }

  private void bootNode(SimulatedInstance instance) {
    String id = instance.id();
    note(instance, id);
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

  private void bootMachine(SimulatedInstance instance) {
    note(instance, SCHEME + instance.id());
    fleet.boot(
        new MachineSpec(
            instance.id(),
            instance.privateDnsName(),
            zone(instance),
            instance.region(),
            instance.type(),
            instance.privateIp(),
            otherwise,
            Datasource.ORACLE,
            UserData.of(instance.userData())));
  }

  private void note(SimulatedInstance instance, String providerId) {
    byNodeName.put(
        instance.privateDnsName(),
        new CloudInstance(
            providerId, zone(instance), instance.region(), instance.type(), instance.privateIp()));
  }

  /** Without the tenancy's prefix, which no label can hold. */
  private static String zone(SimulatedInstance instance) {
    return instance.zone().substring(instance.zone().indexOf(':') + 1);
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
        || cloud.instances().stream()
            .filter(each -> providerId.endsWith(each.id()))
            .map(InstanceState::phase)
            .anyMatch(phase -> phase != Phase.FAILED && phase != Phase.TERMINATED);
  }
}
