/**
 * Whose project, by whose credentials, in which region a pool is. Pure but for its calls. Enter at
 * {@link io.weir.provider.gcp.account.GcpScopeResolver}.
 */
@NullMarked
package io.weir.provider.gcp.account;

import org.jspecify.annotations.NullMarked;
