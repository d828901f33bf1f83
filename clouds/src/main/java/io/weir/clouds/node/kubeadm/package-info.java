/**
 * What {@code kubeadm join} does with its configuration file on a worker, up to a proven way to
 * reach the API server. Enter at {@link io.weir.clouds.node.kubeadm.JoinCommand} and {@link
 * io.weir.clouds.node.kubeadm.ClusterDiscovery}. Control plane joins do not belong here.
 *
 * <p>Left out: preflight checks of the machine, and the reads of the cluster's kubeadm and kubelet
 * configuration, which would only be written to disk.
 */
@NullMarked
package io.weir.clouds.node.kubeadm;

import org.jspecify.annotations.NullMarked;
