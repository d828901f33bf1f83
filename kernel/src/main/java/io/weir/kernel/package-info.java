/**
 * The kernel under the controllers: one API server as this process sees it ({@link
 * io.weir.kernel.KubeCluster}), leadership, Kubernetes Events. Enter at {@code KubeCluster}.
 * Requests are in {@code kube}, watches in {@code cache}, queues and controllers in {@code work}.
 * Nothing here knows a pool, a cloud or a condition type.
 */
@NullMarked
package io.weir.kernel;

import org.jspecify.annotations.NullMarked;
