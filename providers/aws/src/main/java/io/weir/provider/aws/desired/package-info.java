/**
 * What a pool should be in AWS, as canonical data: the resolver, the queries that it asks the
 * cloud, and the digests that say what a launch template holds. Enter at {@link
 * io.weir.provider.aws.desired.AwsDesiredStateResolver}. Nothing here calls AWS.
 */
@NullMarked
package io.weir.provider.aws.desired;

import org.jspecify.annotations.NullMarked;
