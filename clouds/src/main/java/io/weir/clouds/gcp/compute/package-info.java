/** What exists in a project of the simulated Compute Engine, and what becomes of it. */
@NullMarked
package io.weir.clouds.gcp.compute;

import org.jspecify.annotations.NullMarked;
