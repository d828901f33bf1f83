/**
 * One pass over an infrastructure pool, by whomever it is run: where its cloud objects are, what is
 * observed, what is planned, what is done, how it ends. Enter at {@link io.weir.pass.PoolPass}.
 * What it needs of the world comes through interfaces; no API server is known here, and no cloud.
 */
@NullMarked
package io.weir.pass;

import org.jspecify.annotations.NullMarked;
