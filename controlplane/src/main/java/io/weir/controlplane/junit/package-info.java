/**
 * A control plane for tests. Enter through {@link io.weir.controlplane.junit.WithControlPlane}.
 * Needs JUnit 5.13 or later, which the tests bring.
 */
@NullMarked
package io.weir.controlplane.junit;

import org.jspecify.annotations.NullMarked;
