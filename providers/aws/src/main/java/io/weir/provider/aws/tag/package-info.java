/**
 * Which tags go where, whose a resource is by the tags that it has, and the steps that set and
 * remove them. Enter at {@link io.weir.provider.aws.tag.PoolTags}, {@link
 * io.weir.provider.aws.tag.TagMarks} and {@link io.weir.provider.aws.tag.TagPlanner}. Pure. The
 * part that has the resource makes the writes, by the service that has it.
 */
@NullMarked
package io.weir.provider.aws.tag;

import org.jspecify.annotations.NullMarked;
