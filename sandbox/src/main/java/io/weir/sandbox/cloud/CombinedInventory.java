package io.weir.sandbox.cloud;

import io.weir.clouds.node.cloudcontroller.CloudInstance;
import io.weir.clouds.node.cloudcontroller.CloudInventory;
import java.util.List;
import java.util.Optional;

/**
 * The instances of several clouds, for the one cloud controller of a cluster.
 *
 * @param clouds whose
 */
public record CombinedInventory(List<RunningCloud> clouds) implements CloudInventory {
  public CombinedInventory {
    clouds = List.copyOf(clouds);
  }

  @Override
  public Optional<CloudInstance> byNodeName(String nodeName) {
    return clouds.stream()
        .flatMap(cloud -> cloud.inventory().byNodeName(nodeName).stream())
        .findFirst();
  }

  @Override
  public boolean exists(String providerId) {
    return clouds.stream()
        .anyMatch(cloud -> cloud.owns(providerId) && cloud.inventory().exists(providerId));
  }
}
