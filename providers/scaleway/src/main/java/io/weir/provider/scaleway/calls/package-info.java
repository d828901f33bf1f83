/**
 * The calls to Kapsule's API as far as pools need it: typed answers, pages, errors sorted by what
 * the caller can do. {@link io.weir.provider.scaleway.calls.KapsuleClient} is where to enter. There
 * is no SDK of Scaleway's own for Java. What is wanted or observed, and whether a call is repeated,
 * does not belong here.
 */
@NullMarked
package io.weir.provider.scaleway.calls;

import org.jspecify.annotations.NullMarked;
