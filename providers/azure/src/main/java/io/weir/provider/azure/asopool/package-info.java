/**
 * AzureASOManagedMachinePool: a pool that lists objects of Azure Service Operator, one of them the
 * node pool of AKS. Decides which objects there are to be. Enter at {@link
 * io.weir.provider.azure.asopool.AsoPoolResolver}.
 */
@org.jspecify.annotations.NullMarked
package io.weir.provider.azure.asopool;
