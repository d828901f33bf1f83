package io.weir.pass;

/**
 * The infrastructure machine of an instance, as far as it matters who leaves.
 *
 * @param name its name
 * @param deleting whether somebody has deleted it, so that its instance is to go
 * @param preferred whether it is marked as one that goes first when the pool shrinks
 */
public record PoolMachine(String name, boolean deleting, boolean preferred) {}
