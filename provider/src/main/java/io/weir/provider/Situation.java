package io.weir.provider;

/**
 * All that a plan is made from, beside what is wanted.
 *
 * @param pool who the pool is
 * @param seen what the cloud shows of it
 * @param notes what was written down before earlier steps
 */
public record Situation<O extends Observed>(PoolName pool, Observation<O> seen, Notes notes) {}
