/**
 * Makes the worlds of the simulated clouds hold what somebody's own manifests name: their cluster,
 * subnets, zones, key pairs, images. Pure; enter through {@link
 * io.weir.sandbox.prepare.ManifestPreparer}. What is missing <em>inside</em> a manifest is not made
 * up here: that is for the manager to say.
 */
@NullMarked
package io.weir.sandbox.prepare;

import org.jspecify.annotations.NullMarked;
