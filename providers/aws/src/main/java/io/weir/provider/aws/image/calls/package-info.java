/**
 * The answers to {@link io.weir.provider.aws.image.ImageQuery}. Enter at {@link
 * io.weir.provider.aws.image.calls.ImageReader}.
 */
@NullMarked
package io.weir.provider.aws.image.calls;

import org.jspecify.annotations.NullMarked;
