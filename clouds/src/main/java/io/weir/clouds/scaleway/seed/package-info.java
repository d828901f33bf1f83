/**
 * What exists before anybody calls: projects and their keys, regions and zones, types of nodes,
 * versions of Kubernetes, and how long things take. Enter at {@link
 * io.weir.clouds.scaleway.seed.ScalewaySeedData}.
 */
@NullMarked
package io.weir.clouds.scaleway.seed;

import org.jspecify.annotations.NullMarked;
