/** What exists in the simulated Azure before anybody calls it, and how long things take there. */
@NullMarked
package io.weir.clouds.azure.seed;

import org.jspecify.annotations.NullMarked;
