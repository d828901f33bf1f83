/**
 * What the manager cost: Kubernetes requests, cloud calls, memory, CPU. Enter through {@link
 * io.weir.sandbox.usage.UsageMeter}. Whether that is much does not belong here.
 */
@NullMarked
package io.weir.sandbox.usage;

import org.jspecify.annotations.NullMarked;
