/**
 * What programs on a simulated machine stand on: its console, its files, its power. Knows nothing
 * of Kubernetes or of clouds.
 */
@NullMarked
package io.weir.clouds.node.host;

import org.jspecify.annotations.NullMarked;
