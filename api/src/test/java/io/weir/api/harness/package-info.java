/** Objects of the management cluster, for tests. */
@NullMarked
package io.weir.api.harness;

import org.jspecify.annotations.NullMarked;
