/**
 * How Azure Resource Manager speaks: resource ids, errors, pages, long-running operations and
 * limits of calls. Knows no resource.
 */
@NullMarked
package io.weir.clouds.azure.arm;

import org.jspecify.annotations.NullMarked;
