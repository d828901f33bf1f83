/**
 * What tests of controllers and webhooks share: edits, what a watch shows, an API server in memory.
 */
@NullMarked
package io.weir.kernel.harness;

import org.jspecify.annotations.NullMarked;
