/**
 * A simulated Compute Engine of Google Cloud: instance templates, managed instance groups with
 * their machines, operations and regions of a few projects. Each request is signed by a service
 * account that the seed data knows. Enter at {@link io.weir.clouds.gcp.GcpCloud}.
 */
@NullMarked
package io.weir.clouds.gcp;

import org.jspecify.annotations.NullMarked;
