/** What a simulated Oracle Cloud has beforehand, and how long things take in it. */
@NullMarked
package io.weir.clouds.oci.seed;

import org.jspecify.annotations.NullMarked;
