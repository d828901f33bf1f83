/**
 * What of the rights that Weir ships its stories use. Enter at {@link
 * io.weir.sandbox.rights.ShippedRight}.
 */
@NullMarked
package io.weir.sandbox.rights;

import org.jspecify.annotations.NullMarked;
