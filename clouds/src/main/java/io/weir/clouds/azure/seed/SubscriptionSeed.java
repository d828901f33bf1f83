package io.weir.clouds.azure.seed;

import java.util.List;
import java.util.Map;

/**
 * A subscription with what lies in it beforehand.
 *
 * @param id its id
 * @param resourceGroups locations of its resource groups, by name
 * @param networks its virtual networks
 * @param loadBalancers its load balancers
 * @param identities identities that its machines can be given
 * @param cores how many cores it may use in each location, of all families together and of each
 */
public record SubscriptionSeed(
    String id,
    Map<String, String> resourceGroups,
    List<VirtualNetwork> networks,
    List<LoadBalancer> loadBalancers,
    List<UserAssignedIdentity> identities,
    int cores) {
  public SubscriptionSeed {
    resourceGroups = Map.copyOf(resourceGroups);
    networks = List.copyOf(networks);
    loadBalancers = List.copyOf(loadBalancers);
    // A sandbox that was saved before there were any has none.
    identities = identities == null ? List.of() : List.copyOf(identities);
  }
}
