/** The region in which everything of a simulated Oracle Cloud lives. */
@NullMarked
package io.weir.clouds.oci.region;

import org.jspecify.annotations.NullMarked;
