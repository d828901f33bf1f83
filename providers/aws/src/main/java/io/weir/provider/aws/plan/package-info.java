/**
 * From desired and observed to steps; pure. Enter at {@link io.weir.provider.aws.plan.AwsPlanner}.
 */
@NullMarked
package io.weir.provider.aws.plan;

import org.jspecify.annotations.NullMarked;
