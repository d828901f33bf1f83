/**
 * Lets a person in another terminal tell a running sandbox to misbehave. Enter through {@link
 * io.weir.sandbox.fault.FaultServer} in the sandbox and {@link io.weir.sandbox.fault.FaultClient}
 * outside of it. What a fault does to a call is decided by the simulated cloud.
 */
@NullMarked
package io.weir.sandbox.fault;

import org.jspecify.annotations.NullMarked;
