/**
 * Azure in a sandbox. Enter through {@link io.weir.sandbox.cloud.azure.AzureSimulation}. How the
 * simulator behaves does not belong here.
 */
@NullMarked
package io.weir.sandbox.cloud.azure;

import org.jspecify.annotations.NullMarked;
