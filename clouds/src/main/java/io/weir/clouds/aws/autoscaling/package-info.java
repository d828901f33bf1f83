/**
 * Auto Scaling: groups that keep themselves at their size. Operations change what a group wants;
 * {@link io.weir.clouds.aws.autoscaling.GroupReconciler} brings the group there, one event at a
 * time. {@link io.weir.clouds.aws.autoscaling.AutoScaling} holds it together for one account and
 * region.
 */
@NullMarked
package io.weir.clouds.aws.autoscaling;

import org.jspecify.annotations.NullMarked;
