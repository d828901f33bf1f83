package io.weir.clouds.azure.seed;

import java.util.List;

/**
 * A load balancer.
 *
 * @param resourceGroup where it lies
 * @param name its name
 * @param backendPools names of its backend address pools
 */
public record LoadBalancer(String resourceGroup, String name, List<String> backendPools) {
  public LoadBalancer {
    backendPools = List.copyOf(backendPools);
  }
}
