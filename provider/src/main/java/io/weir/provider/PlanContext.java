package io.weir.provider;

/**
 * Everything that a plan is made from, except the intent.
 *
 * @param pool the pool's identity
 * @param observation what the cloud shows for it
 * @param annotations the provider annotations that earlier steps left
 */
public record PlanContext<O extends ObservedState>(
    PoolIdentity pool, Observation<O> observation, ProviderAnnotations annotations) {}
