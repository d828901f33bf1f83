/**
 * Join tokens: their form, the Secret that makes one valid in a workload cluster, and when to make,
 * extend or replace one ({@link io.weir.bootstrap.token.TokenPolicy}). Decided by time alone; how
 * many nodes have joined is of no concern here. Talking to the workload cluster belongs to the
 * manager.
 */
@NullMarked
package io.weir.bootstrap.token;

import org.jspecify.annotations.NullMarked;
