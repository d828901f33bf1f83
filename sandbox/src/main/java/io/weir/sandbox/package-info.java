/**
 * The control plane, the clouds and the manager, put together for people, tests and measurements.
 */
@NullMarked
package io.weir.sandbox;

import org.jspecify.annotations.NullMarked;
