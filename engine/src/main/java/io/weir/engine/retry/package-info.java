/** When something that failed is tried again. */
@NullMarked
package io.weir.engine.retry;

import org.jspecify.annotations.NullMarked;
