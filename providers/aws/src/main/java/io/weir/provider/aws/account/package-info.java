/**
 * Whose AWS a pool is in: the cluster's objects, the region and the identity, and who may use it;
 * also how a call that failed is told. Enter at {@link
 * io.weir.provider.aws.account.AwsScopeResolver} and {@link
 * io.weir.provider.aws.account.ClusterIdentities}. Pure. Nothing of a pool itself belongs here.
 */
@NullMarked
package io.weir.provider.aws.account;

import org.jspecify.annotations.NullMarked;
