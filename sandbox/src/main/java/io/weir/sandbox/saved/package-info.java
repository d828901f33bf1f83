/**
 * What a sandbox leaves on the disk so that a later one goes on from it, beside what the API server
 * keeps by itself: ports, the seed data, what exists in the cloud, the disks of machines. When this
 * is used is decided by {@link io.weir.sandbox.Sandbox}.
 */
@NullMarked
package io.weir.sandbox.saved;

import org.jspecify.annotations.NullMarked;
