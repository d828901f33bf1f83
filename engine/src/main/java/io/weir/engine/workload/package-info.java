/**
 * Workload clusters: which kubeconfigs may be used, why one cannot be reached, and what the status
 * of an attached Cluster says; pure.
 */
@NullMarked
package io.weir.engine.workload;

import org.jspecify.annotations.NullMarked;
