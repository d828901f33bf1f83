/** Compute Management: instance configurations, instance pools and their instances. */
@NullMarked
package io.weir.clouds.oci.compute;

import org.jspecify.annotations.NullMarked;
