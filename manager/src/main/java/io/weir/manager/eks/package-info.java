/**
 * Bootstrap data of workers in EKS clusters: reads what an EKSConfig or a NodeadmConfig and its
 * Cluster ask for, has module bootstrap render it, and keeps it in a Secret beside the config.
 * Enter at {@link io.weir.manager.eks.EksConfigControllerSetup}. Machines join with their IAM role,
 * so nothing is asked of the workload cluster.
 */
@NullMarked
package io.weir.manager.eks;

import org.jspecify.annotations.NullMarked;
