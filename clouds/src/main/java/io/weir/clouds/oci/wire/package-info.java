/** Requests and answers of Oracle Cloud: signatures, errors and the models of bodies. */
@NullMarked
package io.weir.clouds.oci.wire;

import org.jspecify.annotations.NullMarked;
