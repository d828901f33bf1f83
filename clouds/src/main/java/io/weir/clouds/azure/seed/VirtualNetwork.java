package io.weir.clouds.azure.seed;

import java.util.List;

/**
 * A virtual network.
 *
 * @param resourceGroup where it lies
 * @param name its name
 * @param subnets names of its subnets
 */
public record VirtualNetwork(String resourceGroup, String name, List<String> subnets) {
  public VirtualNetwork {
    subnets = List.copyOf(subnets);
  }
}
