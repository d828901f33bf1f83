/**
 * Clusters that are attached: their control plane exists already, and all that Weir knows of it is
 * a kubeconfig in a Secret. Enter at {@link
 * io.weir.manager.cluster.AttachedClusterControllerSetup}. A Cluster with a control plane of
 * Cluster API is left to its own controllers.
 */
@NullMarked
package io.weir.manager.cluster;

import org.jspecify.annotations.NullMarked;
