/**
 * What machines boot: the image that a pool names, or the one that its Kubernetes version stands
 * for. Enter at {@link io.weir.provider.azure.image.ImageResolver}. Pure.
 */
@NullMarked
package io.weir.provider.azure.image;

import org.jspecify.annotations.NullMarked;
