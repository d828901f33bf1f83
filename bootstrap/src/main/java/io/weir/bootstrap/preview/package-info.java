/**
 * What a machine would get, shown without a cluster: {@link
 * io.weir.bootstrap.preview.BootstrapPreview}. The same rendering as for real, with placeholders
 * for what only a cluster knows.
 */
@NullMarked
package io.weir.bootstrap.preview;

import org.jspecify.annotations.NullMarked;
