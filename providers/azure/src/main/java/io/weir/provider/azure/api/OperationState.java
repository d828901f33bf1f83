package io.weir.provider.azure.api;

import org.jspecify.annotations.Nullable;

/**
 * An operation of Azure that goes on after its request was answered. Kept by other implementations;
 * what it holds is for their client library only.
 *
 * @param type {@code PUT}, {@code PATCH} or {@code DELETE}
 * @param resourceGroup resource group of what is operated on
 * @param serviceName part of the implementation that asked, such as {@code scalesets}
 * @param name name of what is operated on
 * @param data what is needed to ask for its end
 */
public record OperationState(
    String type, @Nullable String resourceGroup, String serviceName, String name, String data) {}
