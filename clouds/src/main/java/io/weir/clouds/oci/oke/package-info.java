/** Container Engine: clusters, node pools, their nodes and the work requests of these. */
@NullMarked
package io.weir.clouds.oci.oke;

import org.jspecify.annotations.NullMarked;
