/**
 * The rules of the map of the code. Every module runs {@link io.weir.architecture.ArchitectureTest}
 * on its own classes with its other tests.
 */
@NullMarked
package io.weir.architecture;

import org.jspecify.annotations.NullMarked;
