package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several instance types or purchase models in one group.
 *
 * @param instancesDistribution how instances are spread over purchase models; absent means all
 *     On-Demand, as AWS does by default
 * @param overrides instance types to choose from; their order matters
 */
public record MixedInstancesPolicy(
    @Nullable InstancesDistribution instancesDistribution, List<TypeOverride> overrides) {

  public MixedInstancesPolicy {
    overrides = EmptyIfNull.list(overrides);
  }

  /**
   * How instances are spread; every value has a default in the schema.
   *
   * @param onDemandAllocationStrategy {@code prioritized} or {@code lowest-price}
   * @param spotAllocationStrategy {@code lowest-price}, {@code capacity-optimized}, {@code
   *     capacity-optimized-prioritized} or {@code price-capacity-optimized}
   * @param onDemandBaseCapacity instances that are On-Demand before any Spot
   * @param onDemandPercentageAboveBaseCapacity share of On-Demand above these, in percent
   */
  public record InstancesDistribution(
      @Nullable String onDemandAllocationStrategy,
      @Nullable String spotAllocationStrategy,
      @Nullable Long onDemandBaseCapacity,
      @Nullable Long onDemandPercentageAboveBaseCapacity) {}

  /**
   * One of the instance types.
   *
   * @param instanceType instance type
   */
  public record TypeOverride(String instanceType) {}
}
