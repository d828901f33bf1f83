package io.weir.clouds.azure.seed;

/**
 * An identity that machines can be given.
 *
 * @param resourceGroup name of its resource group
 * @param name its name
 */
public record UserAssignedIdentity(String resourceGroup, String name) {}
