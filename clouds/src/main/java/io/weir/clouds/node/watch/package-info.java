/** How a program follows the objects of a collection. */
@NullMarked
package io.weir.clouds.node.watch;

import org.jspecify.annotations.NullMarked;
