package io.weir.provider.aws.api;

/**
 * Names one of the identity kinds; they are cluster-scoped.
 *
 * @param kind {@code AWSClusterControllerIdentity}, {@code AWSClusterStaticIdentity} or {@code
 *     AWSClusterRoleIdentity}
 * @param name metadata.name
 */
public record IdentityReference(String kind, String name) {}
