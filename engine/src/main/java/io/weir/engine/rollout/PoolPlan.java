package io.weir.engine.rollout;

import io.weir.engine.retire.Retirements;
import java.util.SortedSet;

/**
 * What is to be done with a pool.
 *
 * @param size the size to ask the cloud for
 * @param retirements who leaves, to be written down before all else
 * @param restore instances that do not leave after all and whose Nodes bear our mark: it must be
 *     taken away
 * @param progress how far the pool is, for people
 */
public record PoolPlan(
    int size, Retirements retirements, SortedSet<String> restore, RolloutProgress progress) {}
