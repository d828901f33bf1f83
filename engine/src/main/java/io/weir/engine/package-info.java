/** Pure decisions about pools. No client, no clock, no logger: time enters as a value. */
@NullMarked
package io.weir.engine;

import org.jspecify.annotations.NullMarked;
