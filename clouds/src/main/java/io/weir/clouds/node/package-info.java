/**
 * Simulated machines. Enter at {@link io.weir.clouds.node.Fleet}: it boots a machine from nothing
 * but its user data and its instance metadata, and the machine joins a cluster only if that
 * cluster's API server accepts what it finds there. What clouds do around machines (groups,
 * templates, life cycle) does not belong here, nor does anything of Weir.
 */
@NullMarked
package io.weir.clouds.node;

import org.jspecify.annotations.NullMarked;
