/**
 * The control plane, the clouds and the manager, put together for people, tests and measurements.
 * Enter through {@link io.weir.sandbox.Sandbox}. Whatever a single one of the parts can do alone
 * belongs to that part.
 */
@NullMarked
package io.weir.sandbox;

import org.jspecify.annotations.NullMarked;
