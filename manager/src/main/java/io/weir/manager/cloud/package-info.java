/**
 * What all pools of one account, identity and region share: looking at the cloud in batches,
 * remembering its answers, and keeping to its limits. What is done for a pool is decided in {@code
 * io.weir.manager.infrapool}.
 */
@NullMarked
package io.weir.manager.cloud;

import org.jspecify.annotations.NullMarked;
