/** What a machine runs at first boot. Pure: inputs are records, the result is text. */
@NullMarked
package io.weir.bootstrap;

import org.jspecify.annotations.NullMarked;
