/**
 * Bootstrap data of pools: reads what a KubeadmConfig and its pool ask for, has module bootstrap
 * render it, keeps the join token in the workload cluster valid and the data in a Secret beside the
 * config. Enter at {@link io.weir.manager.kubeadm.KubeadmConfigControllerSetup}. What the data
 * contains is decided in module bootstrap.
 */
@NullMarked
package io.weir.manager.kubeadm;

import org.jspecify.annotations.NullMarked;
