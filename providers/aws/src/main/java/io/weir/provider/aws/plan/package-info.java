/**
 * From desired and observed to steps, and from a step to one request. Enter at {@link
 * io.weir.provider.aws.plan.Planner}, which is pure, and {@link io.weir.provider.aws.plan.Applier},
 * which writes.
 */
@NullMarked
package io.weir.provider.aws.plan;

import org.jspecify.annotations.NullMarked;
