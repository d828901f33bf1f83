package io.weir.provider.fingerprint;

/**
 * What running instances are compared by: less than what new ones are made from.
 *
 * @param digest of all that people asked for and instances are made from. What the cloud is asked
 *     for is not in it: a newer image of the same name, its root device, or a security group that
 *     passes the filters appears at a moment that nobody chose, and reaches new instances only
 * @param bootstrapDigest digest of what the bootstrap data was made from, without the token
 * @param rollOnBootstrapChange whether a change of {@code bootstrapDigest} alone is worth replacing
 *     instances
 */
public record InstanceRevision(
    String digest, String bootstrapDigest, boolean rollOnBootstrapChange) {}
