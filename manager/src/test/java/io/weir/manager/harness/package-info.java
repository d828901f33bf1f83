/** What integration tests of controllers share: the controllers on real API servers. */
@NullMarked
package io.weir.manager.harness;

import org.jspecify.annotations.NullMarked;
