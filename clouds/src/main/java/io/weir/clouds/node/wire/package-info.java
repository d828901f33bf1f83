/**
 * The few requests that a node sends to an API server, over one connection at a time and without a
 * thread of its own. Enter at {@link io.weir.clouds.node.wire.ApiClientFactory}. Knows HTTP, TLS
 * and kubeconfigs; knows nothing of machines, tokens or Nodes.
 */
@NullMarked
package io.weir.clouds.node.wire;

import org.jspecify.annotations.NullMarked;
