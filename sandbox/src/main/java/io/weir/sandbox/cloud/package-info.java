/**
 * Ties the simulated cloud to the simulated machines. Enter through {@link
 * io.weir.sandbox.cloud.AwsMachines}. How either behaves does not belong here.
 */
@NullMarked
package io.weir.sandbox.cloud;

import org.jspecify.annotations.NullMarked;
