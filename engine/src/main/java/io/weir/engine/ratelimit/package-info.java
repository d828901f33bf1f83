/** How often a cloud is looked at, and how many calls it bears; pure. */
@NullMarked
package io.weir.engine.ratelimit;

import org.jspecify.annotations.NullMarked;
