/**
 * Where a pool is and who may call there: compartment, region, cluster, identity and addresses;
 * pure. Enter at {@link io.weir.provider.oci.account.OciScopeResolver} and {@link
 * io.weir.provider.oci.account.ClusterIdentities}.
 */
@NullMarked
package io.weir.provider.oci.account;

import org.jspecify.annotations.NullMarked;
