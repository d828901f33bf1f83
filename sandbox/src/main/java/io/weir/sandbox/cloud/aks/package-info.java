/**
 * AKS in a sandbox, and what stands for Azure Service Operator beside it. Enter through {@link
 * io.weir.sandbox.cloud.aks.AksSimulation}. Scale sets of Azure do not belong here.
 */
@NullMarked
package io.weir.sandbox.cloud.aks;

import org.jspecify.annotations.NullMarked;
