/** The calls to AKS about clusters. Nothing is decided here. */
@NullMarked
package io.weir.provider.azure.akscluster.calls;

import org.jspecify.annotations.NullMarked;
