/**
 * What a sandbox knows of a cloud, whichever it is: {@link io.weir.sandbox.cloud.CloudSimulation}
 * says what can be simulated, {@link io.weir.sandbox.cloud.CloudWorld} what exists there
 * beforehand, {@link io.weir.sandbox.cloud.RunningCloud} what runs. {@link
 * io.weir.sandbox.cloud.CloudSimulations} lists them all. How a cloud behaves does not belong here.
 */
@NullMarked
package io.weir.sandbox.cloud;

import org.jspecify.annotations.NullMarked;
