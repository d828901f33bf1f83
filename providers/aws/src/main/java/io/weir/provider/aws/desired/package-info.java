/**
 * What a pool should be in AWS, as canonical data: the resolver, the questions that it asks the
 * cloud, and the marks that say what a launch template holds. Enter at {@link
 * io.weir.provider.aws.desired.Resolver}. Nothing here calls AWS.
 */
@NullMarked
package io.weir.provider.aws.desired;

import org.jspecify.annotations.NullMarked;
