/** How long to wait before something that failed is tried again. Pure: randomness is passed in. */
@NullMarked
package io.weir.api.retry;

import org.jspecify.annotations.NullMarked;
