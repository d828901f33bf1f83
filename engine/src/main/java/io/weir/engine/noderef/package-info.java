/**
 * What matters of a Node, what a pool writes on those of its members, and what it takes away. Which
 * Nodes are members is decided in {@code io.weir.engine.pool}.
 */
@NullMarked
package io.weir.engine.noderef;

import org.jspecify.annotations.NullMarked;
