/** What Kapsule shows of a pool, and which of it is that pool's; pure. */
@NullMarked
package io.weir.provider.scaleway.observed;

import org.jspecify.annotations.NullMarked;
