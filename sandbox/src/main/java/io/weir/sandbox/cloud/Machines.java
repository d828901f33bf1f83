package io.weir.sandbox.cloud;

import io.weir.clouds.Instance;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.aws.world.Image;
import io.weir.clouds.aws.world.World;
import io.weir.clouds.node.BootOutcome;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.Left;
import io.weir.clouds.node.MachineSpec;
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
public final class Machines implements InstanceListener, CloudInventory {
  private static final Pattern KUBERNETES = Pattern.compile("-(\\d+\\.\\d+\\.\\d+)-");

  private final World world;
  private final Fleet fleet;
  private final String otherwise;
  private final Map<String, CloudInstance> byNodeName = new ConcurrentHashMap<>();
  private final Map<String, CloudInstance> byProviderId = new ConcurrentHashMap<>();
  private final Map<String, Boolean> booted = new ConcurrentHashMap<>();
  private final Map<String, Left> left;

  /**
   * Machines of a fleet.
   *
   * @param world tells which Kubernetes an image holds
   * @param otherwise the version, such as {@code v1.35.4}, in images whose name does not tell
   */
  public Machines(World world, Fleet fleet, String otherwise) {
    this(world, fleet, otherwise, Map.of());
  }

  /**
   * Machines of a fleet, of which some have joined at another time.
   *
   * @param left what those go on from, by instance id
   */
  public Machines(World world, Fleet fleet, String otherwise, Map<String, Left> left) {
    this.left = Map.copyOf(left);
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
    booted.put(instance.id(), true);
    var spec =
        new MachineSpec(
            instance.id(),
            instance.privateDnsName(),
            instance.zone(),
            instance.region(),
            instance.type(),
            instance.privateIp(),
            kubernetes(instance),
            UserData.of(instance.userData()));
    Optional.ofNullable(left.get(instance.id()))
        .ifPresentOrElse(disk -> fleet.goOn(spec, disk), () -> fleet.boot(spec));
  }

  /** What machines that have joined would go on from at another time, by instance id. */
  public Map<String, Left> left() {
    var all = new TreeMap<String, Left>();
    booted.keySet().forEach(id -> fleet.left(id).ifPresent(disk -> all.put(id, disk)));
    return all;
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

  /** Why machines did not join, by instance id; without those that joined or are on their way. */
  public Map<String, String> failures() {
    var failures = new TreeMap<String, String>();
    for (String id : booted.keySet()) {
      fleet.outcome(id).flatMap(Machines::failure).ifPresent(why -> failures.put(id, why));
    }
    return failures;
  }

  private static Optional<String> failure(BootOutcome outcome) {
    return switch (outcome) {
      case BootOutcome.JoinFailed failed ->
          Optional.of("could not join (" + failed.failure() + "): " + failed.message());
      case BootOutcome.UserDataUnusable unusable ->
          Optional.of("could not use its user data: " + unusable.message());
      case BootOutcome.NoJoinAsked _ -> Optional.of("booted, and its user data asked for no join");
      case BootOutcome.Killed killed -> failure(killed.before());
      case BootOutcome.Booting _, BootOutcome.Joined _ -> Optional.empty();
    };
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
