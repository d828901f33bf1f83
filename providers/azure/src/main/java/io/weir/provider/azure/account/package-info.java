/**
 * Whose Azure a pool is in: the cluster's objects, the subscription with its cloud, the location
 * and the resource group, the identity, and who may use it. Enter at {@link
 * io.weir.provider.azure.account.AzureScopeResolver} and {@link
 * io.weir.provider.azure.account.ClusterIdentities}. Pure. Nothing of a pool itself belongs here.
 */
@NullMarked
package io.weir.provider.azure.account;

import org.jspecify.annotations.NullMarked;
