/**
 * What Ignition does with a machine's user data, versions 2.x and 3.x, and what the units that it
 * enables then run. Enter at {@link io.weir.clouds.node.ignition.Ignition}. Accounts, disks and
 * file systems have no effect on whether a machine joins and are only read past.
 */
@NullMarked
package io.weir.clouds.node.ignition;

import org.jspecify.annotations.NullMarked;
