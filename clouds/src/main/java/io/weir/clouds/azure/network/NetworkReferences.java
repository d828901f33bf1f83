package io.weir.clouds.azure.network;

import io.weir.clouds.azure.arm.ArmErrorException;
import io.weir.clouds.azure.arm.ResourceId;
import io.weir.clouds.azure.arm.Subscription;
import java.util.Set;
import java.util.TreeSet;

/** Whether what scale sets refer to exists. It is all there beforehand and never changes. */
public final class NetworkReferences {
  private static final String NETWORK = "Microsoft.Network/virtualNetworks";
  private static final String BALANCER = "Microsoft.Network/loadBalancers";

  private final Set<String> known = new TreeSet<>();

  /** What lies in a subscription. */
  public NetworkReferences(Subscription subscription) {
    subscription
        .own()
        .networks()
        .forEach(
            network -> {
              var id =
                  new ResourceId(
                      subscription.id(), network.resourceGroup(), NETWORK, network.name());
              network.subnets().forEach(subnet -> known.add(id.child("subnets", subnet).key()));
            });
    subscription
        .own()
        .loadBalancers()
        .forEach(
            balancer -> {
              var id =
                  new ResourceId(
                      subscription.id(), balancer.resourceGroup(), BALANCER, balancer.name());
              balancer
                  .backendPools()
                  .forEach(pool -> known.add(id.child("backendAddressPools", pool).key()));
            });
  }

  /**
   * Refuses a reference to what does not exist.
   *
   * @param from what refers to it
   */
  public void require(String reference, ResourceId from) {
    ResourceId id =
        ResourceId.parse(reference)
            .orElseThrow(
                () ->
                    ArmErrorException.of(
                        400,
                        "LinkedInvalidPropertyId",
                        "Property id '%s' at path '' is invalid. Expect fully qualified resource Id that start with '/subscriptions/{subscriptionId}' or '/providers/{resourceProviderNamespace}/'."
                            .formatted(reference)));
    if (!known.contains(id.key())) {
      throw ArmErrorException.invalidReference(reference, from);
    }
  }
}
