/**
 * The pods of simulated nodes, as others see them: they become Ready a moment after they were bound
 * and go when they are deleted. Nothing is pulled and nothing runs. One watch serves all machines
 * of a cluster ({@link io.weir.clouds.node.pods.ClusterPods}); what a kubelet writes, each machine
 * writes as itself ({@link io.weir.clouds.node.pods.NodePods}).
 */
@NullMarked
package io.weir.clouds.node.pods;

import org.jspecify.annotations.NullMarked;
