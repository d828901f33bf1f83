/**
 * Pools of Azure. Everything that knows Azure is in the packages below, which are named after
 * things of Azure: each holds all of its thing, and its calls in a package of that name.
 */
@NullMarked
package io.weir.provider.azure;

import org.jspecify.annotations.NullMarked;
