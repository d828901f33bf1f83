/** A cloud that is as small as a cloud can be, to prove what the core promises every cloud. */
@NullMarked
package io.weir.clouds.tiny;

import org.jspecify.annotations.NullMarked;
