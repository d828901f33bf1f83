/**
 * Bootstrap data of node pools of GKE: has module bootstrap judge a GKEConfig, and keeps the empty
 * data in a Secret beside the config. Enter at {@link
 * io.weir.manager.gke.GkeConfigControllerSetup}. It reads nothing beside the config, its owner and
 * their Cluster.
 */
@NullMarked
package io.weir.manager.gke;

import org.jspecify.annotations.NullMarked;
