package io.weir.sandbox.cloud;

import io.weir.clouds.Instance;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.World;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.MachineSpec;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.clouds.node.cloudinit.UserData;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Boots a machine for every instance that starts, takes its power when the instance ends, and tells
 * the cluster's cloud controller which instances there are. Safe for concurrent use.
 */
public final class Machines implements InstanceListener, CloudInventory {
  private static final Pattern KUBERNETES = Pattern.compile("-(\\d+\\.\\d+\\.\\d+)-");

  private final World world;
  private final Fleet fleet;
  private final String otherwise;
  private final Map<String, CloudInstance> byNodeName = new ConcurrentHashMap<>();
  private final Map<String, CloudInstance> byProviderId = new ConcurrentHashMap<>();

  /**
   * Machines of a fleet.
   *
   * @param world tells which Kubernetes an image holds
   * @param otherwise the version, such as {@code v1.35.4}, in images whose name does not tell
   */
  public Machines(World world, Fleet fleet, String otherwise) {
    this.world = world;
    this.fleet = fleet;
    this.otherwise = otherwise;
  }

  @Override
  public void started(Instance instance) {
    CloudInstance known = known(instance);
    byProviderId.put(known.providerId(), known);
    byNodeName.put(instance.privateDnsName(), known);
    byNodeName.put(shortName(instance), known);
    fleet.boot(
        new MachineSpec(
            instance.id(),
            instance.privateDnsName(),
            instance.zone(),
            instance.region(),
            instance.type(),
            instance.privateIp(),
            kubernetes(instance),
            UserData.of(instance.userData())));
  }

  @Override
  public void terminated(Instance instance) {
    CloudInstance known = known(instance);
    byProviderId.remove(known.providerId());
    // The address, and with it the name, may belong to a younger instance by now.
    byNodeName.remove(instance.privateDnsName(), known);
    byNodeName.remove(shortName(instance), known);
    fleet.kill(instance.id());
  }

  @Override
  public Optional<CloudInstance> byNodeName(String nodeName) {
    return Optional.ofNullable(byNodeName.get(nodeName));
  }

  @Override
  public boolean exists(String providerId) {
    return byProviderId.containsKey(providerId);
  }

  private String kubernetes(Instance instance) {
    return world.region(instance.region()).stream()
        .flatMap(region -> region.images().stream())
        .filter(image -> image.id().equals(instance.imageId()))
        .map(Image::name)
        .map(KUBERNETES::matcher)
        .filter(Matcher::find)
        .map(found -> "v" + found.group(1))
        .findFirst()
        .orElse(otherwise);
  }

  private static CloudInstance known(Instance instance) {
    return CloudInstance.aws(
        instance.id(), instance.zone(), instance.region(), instance.type(), instance.privateIp());
  }

  private static String shortName(Instance instance) {
    String name = instance.privateDnsName();
    return name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
  }
}
