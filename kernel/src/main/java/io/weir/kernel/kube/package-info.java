/**
 * Requests to an API server: where kinds are served, single reads and writes, what can go wrong.
 * Enter at {@link io.weir.kernel.kube.KubeClient}. No caching and no retrying here: the caller
 * knows whether to repeat.
 */
@NullMarked
package io.weir.kernel.kube;

import org.jspecify.annotations.NullMarked;
