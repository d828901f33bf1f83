package io.weir.sandbox.sweep;

import io.weir.clouds.InstanceListener;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import io.weir.controlplane.binaries.Binaries;
import io.weir.sandbox.cloud.aws.AwsMachines;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The machines of several regions of an AWS, which give their instances the same ids. */
final class RegionalMachines implements InstanceListener, CloudInventory, AutoCloseable {

  private static final Duration BOOT = Duration.ofMillis(100);

  private final Map<String, Fleet> fleets = new HashMap<>();
  private final Map<String, AwsMachines> machines = new HashMap<>();

  RegionalMachines(AwsSeedData seedData) {
    for (Region region : seedData.regions()) {
      Fleet fleet = TestCloud.fleet(BOOT);
      fleets.put(region.name(), fleet);
      machines.put(region.name(), new AwsMachines(seedData, fleet, Binaries.kubernetesVersion()));
    }
  }

  @Override
  public void started(SimulatedInstance instance) {
    machines.get(instance.region()).started(instance);
  }

  @Override
  public void terminated(SimulatedInstance instance) {
    machines.get(instance.region()).terminated(instance);
  }

  @Override
  public Optional<CloudInstance> byNodeName(String nodeName) {
    return machines.values().stream()
        .map(each -> each.byNodeName(nodeName))
        .flatMap(Optional::stream)
        .findFirst();
  }

  @Override
  public boolean exists(String providerId) {
    return machines.values().stream().anyMatch(each -> each.exists(providerId));
  }

  @Override
  public void close() {
    fleets.values().forEach(Fleet::close);
  }
}
