package io.weir.clouds.azure.arm;

/**
 * Who calls, as the token says.
 *
 * @param objectId by which role assignments call it
 */
public record Caller(String objectId) {}
