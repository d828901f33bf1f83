/** What exists in the simulated Google Cloud beforehand, and how long things take there. */
@NullMarked
package io.weir.clouds.gcp.seed;

import org.jspecify.annotations.NullMarked;
