/**
 * How an object of one served version becomes the same object in another. Works on JSON trees, so
 * that nothing unknown is lost, and asks nobody: each replica can do it before any cache is full.
 * Enter at {@link io.weir.api.conversion.Conversion}. No HTTP here: that is the webhook's.
 */
@NullMarked
package io.weir.api.conversion;

import org.jspecify.annotations.NullMarked;
