/**
 * Takes Nodes whose instances leave a pool out of service, beside passes (decision record 41).
 * Enter at {@link io.weir.manager.drain.NodeDrainer}. What is to be done with which Pod is decided
 * in {@link io.weir.engine.drain}.
 */
@NullMarked
package io.weir.manager.drain;

import org.jspecify.annotations.NullMarked;
