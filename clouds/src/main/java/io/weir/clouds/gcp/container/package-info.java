/**
 * The simulated Kubernetes Engine: clusters, and node pools whose machines are those of managed
 * instance groups, which it makes, resizes and rolls. Enter at {@link
 * io.weir.clouds.gcp.container.ContainerEngine}.
 */
@NullMarked
package io.weir.clouds.gcp.container;

import org.jspecify.annotations.NullMarked;
