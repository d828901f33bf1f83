/**
 * Access to workload clusters: one connection for each Cluster, made from its kubeconfig Secret
 * after that was vetted, with one small watch of its Nodes and one of Weir's join tokens. Enter at
 * {@link io.weir.manager.workload.WorkloadClusterAccess} to use what is seen, and at {@link
 * io.weir.manager.workload.WorkloadConnections} to make it. What is decided from Nodes and tokens
 * does not belong here.
 */
@NullMarked
package io.weir.manager.workload;

import org.jspecify.annotations.NullMarked;
