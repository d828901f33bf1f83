/**
 * Kapsule's API as far as pools need it: typed answers, pages, errors sorted by what the caller can
 * do. {@link io.weir.provider.scaleway.kapsule.KapsuleClient} is where to enter. There is no SDK of
 * Scaleway's own for Java. Repeating a call is decided elsewhere.
 */
@NullMarked
package io.weir.provider.scaleway.kapsule;

import org.jspecify.annotations.NullMarked;
