/**
 * How Scaleway's APIs speak: routes, errors, pages and orders of lists, and the fields of a
 * request. Knows nothing of clusters, pools or nodes.
 */
@NullMarked
package io.weir.clouds.scaleway.wire;

import org.jspecify.annotations.NullMarked;
