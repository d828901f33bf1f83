/** How Compute Engine reads requests and words its answers. */
@NullMarked
package io.weir.clouds.gcp.wire;

import org.jspecify.annotations.NullMarked;
