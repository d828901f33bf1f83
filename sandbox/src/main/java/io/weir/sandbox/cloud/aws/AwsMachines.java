package io.weir.sandbox.cloud.aws;

import io.weir.clouds.InstanceListener;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.aws.eks.NodeConfig;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.Image;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Boots a machine for every instance that starts, takes its power when the instance ends, and tells
 * the cluster's cloud controller which instances there are. Safe for concurrent use.
 */
public final class AwsMachines implements InstanceListener, CloudInventory {
  /** The end of a name of EKS has a minor version, and the day. */
  private static final Pattern KUBERNETES = Pattern.compile("-(\\d+\\.\\d+)(?:(\\.\\d+)-|-v\\d+$)");

  private final AwsSeedData awsSeedData;
  private final Fleet fleet;
  private final String otherwise;
  private final Optional<EksAuthenticator> eks;
  private final Map<String, CloudInstance> byNodeName = new ConcurrentHashMap<>();
  private final Map<String, CloudInstance> byProviderId = new ConcurrentHashMap<>();

  /**
   * Machines of a fleet.
   *
   * @param awsSeedData tells which Kubernetes an image holds
   * @param otherwise the version, such as {@code v1.35.4}, in images whose name does not tell
   */
  public AwsMachines(AwsSeedData awsSeedData, Fleet fleet, String otherwise) {
    this(awsSeedData, fleet, otherwise, Optional.empty());
  }

  /**
   * The same, with nodes of EKS.
   *
   * @param eks lets them join
   */
  AwsMachines(
      AwsSeedData awsSeedData, Fleet fleet, String otherwise, Optional<EksAuthenticator> eks) {
    this.awsSeedData = awsSeedData;
    this.fleet = fleet;
    this.otherwise = otherwise;
    this.eks = eks;
  }

  @Override
  public void started(SimulatedInstance simulatedInstance) {
    CloudInstance known = known(simulatedInstance);
    byProviderId.put(known.providerId(), known);
    byNodeName.put(simulatedInstance.privateDnsName(), known);
    byNodeName.put(shortName(simulatedInstance), known);
    eks.flatMap(
            login ->
                login
                    .nodeConfig(simulatedInstance)
                    .map(config -> nodeOfEks(simulatedInstance, config, login)))
        .ifPresentOrElse(fleet::boot, () -> fleet.boot(machine(simulatedInstance)));
  }

  private MachineSpec machine(SimulatedInstance simulatedInstance) {
    return new MachineSpec(
        simulatedInstance.id(),
        simulatedInstance.privateDnsName(),
        simulatedInstance.zone(),
        simulatedInstance.region(),
        simulatedInstance.type(),
        simulatedInstance.privateIp(),
        kubernetes(simulatedInstance),
        Datasource.EC2,
        UserData.of(simulatedInstance.userData()));
  }

  /** It logs in with the role of its instance, and kubeadm has no part in it. */
  private ManagedMachineSpec nodeOfEks(
      SimulatedInstance simulatedInstance, NodeConfig config, EksAuthenticator login) {
    Map<String, String> labels = new TreeMap<>(config.labels());
    labels.put("node.kubernetes.io/instance-type", simulatedInstance.type());
    labels.put("topology.kubernetes.io/region", simulatedInstance.region());
    labels.put("topology.kubernetes.io/zone", simulatedInstance.zone());
    return new ManagedMachineSpec(
        simulatedInstance.id(),
        simulatedInstance.privateDnsName(),
        simulatedInstance.zone(),
        simulatedInstance.region(),
        simulatedInstance.type(),
        simulatedInstance.privateIp(),
        kubernetes(simulatedInstance),
        known(simulatedInstance).providerId(),
        labels,
        String.join(",", config.taints()),
        login.kubeconfig(simulatedInstance, config.cluster()));
  }

  @Override
  public void terminated(SimulatedInstance simulatedInstance) {
    CloudInstance known = known(simulatedInstance);
    byProviderId.remove(known.providerId());
    // The address, and with it the name, may belong to a younger instance by now.
    byNodeName.remove(simulatedInstance.privateDnsName(), known);
    byNodeName.remove(shortName(simulatedInstance), known);
    eks.ifPresent(login -> login.forget(simulatedInstance));
    fleet.kill(simulatedInstance.id());
  }

  @Override
  public Optional<CloudInstance> byNodeName(String nodeName) {
    return Optional.ofNullable(byNodeName.get(nodeName));
  }

  @Override
  public boolean exists(String providerId) {
    return byProviderId.containsKey(providerId);
  }

  private String kubernetes(SimulatedInstance simulatedInstance) {
    return awsSeedData.region(simulatedInstance.region()).stream()
        .flatMap(region -> region.images().stream())
        .filter(image -> image.id().equals(simulatedInstance.imageId()))
        .map(Image::name)
        .map(KUBERNETES::matcher)
        .filter(Matcher::find)
        .map(found -> "v" + found.group(1) + (found.group(2) == null ? ".0" : found.group(2)))
        .findFirst()
        .orElse(otherwise);
  }

  private static CloudInstance known(SimulatedInstance simulatedInstance) {
    return CloudInstance.aws(
        simulatedInstance.id(),
        simulatedInstance.zone(),
        simulatedInstance.region(),
        simulatedInstance.type(),
        simulatedInstance.privateIp());
  }

  private static String shortName(SimulatedInstance simulatedInstance) {
    String name = simulatedInstance.privateDnsName();
    return name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
  }
}
