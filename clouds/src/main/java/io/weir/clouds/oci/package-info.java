/**
 * A simulated Oracle Cloud on loopback, as far as pools meet it: clusters and node pools of
 * Container Engine, with the availability domains and network parts that they name. Signatures are
 * verified, and bodies checked against Oracle's models. Enter at {@link
 * io.weir.clouds.oci.OciCloud}.
 */
@NullMarked
package io.weir.clouds.oci;

import org.jspecify.annotations.NullMarked;
