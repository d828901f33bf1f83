/** Fields as Oracle Cloud has them on the wire, and when they hold what is wanted; pure. */
@NullMarked
package io.weir.provider.oci.wire;

import org.jspecify.annotations.NullMarked;
