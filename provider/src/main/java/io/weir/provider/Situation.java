package io.weir.provider;

/**
 * Everything that a plan is made from, except the intent.
 *
 * @param pool the pool's identity
 * @param seen what the cloud shows for it
 * @param notes what earlier steps noted
 */
public record Situation<O extends Observed>(PoolName pool, Observation<O> seen, Notes notes) {}
