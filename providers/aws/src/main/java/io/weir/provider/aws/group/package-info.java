/**
 * The Auto Scaling group with its lifecycle hooks and its processes: its size, how it differs from
 * what is wanted, its steps and its conditions. Enter at {@link
 * io.weir.provider.aws.group.DesiredGroupFactory} and {@link
 * io.weir.provider.aws.group.GroupPlanner}. Pure. How instances are replaced is not decided here.
 */
@NullMarked
package io.weir.provider.aws.group;

import org.jspecify.annotations.NullMarked;
