package io.weir.provider.aws.desired;

/**
 * What running instances are compared by: less than what new ones are made from.
 *
 * @param digest of all that people asked for and instances are made from. A newer image under the
 *     same name pattern is not in it: that appears at a moment that nobody chose, and reaches new
 *     instances only
 * @param bootstrap digest of what the first-boot data was made from, without the token
 * @param onBootstrap whether a change of {@code bootstrap} alone is worth replacing instances
 */
public record Revision(String digest, String bootstrap, boolean onBootstrap) {}
