/**
 * AzureManagedMachinePool: a node pool of AKS in the fields of Cluster API's own kind. Decides the
 * one object of Azure Service Operator that it is made of. Enter at {@link
 * io.weir.provider.azure.akspool.AksPoolResolver}.
 */
@org.jspecify.annotations.NullMarked
package io.weir.provider.azure.akspool;
