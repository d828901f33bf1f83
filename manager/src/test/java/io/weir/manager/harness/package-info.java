/** What tests of controllers share: the controllers on API servers, and what they log. */
@NullMarked
package io.weir.manager.harness;

import org.jspecify.annotations.NullMarked;
