/**
 * Which image instances boot, and what AWS is asked about it. Enter at {@link
 * io.weir.provider.aws.image.BootImage}. Pure.
 */
@NullMarked
package io.weir.provider.aws.image;

import org.jspecify.annotations.NullMarked;
