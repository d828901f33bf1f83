/**
 * From a step to one request, and from its answer to what it proves. Enter at {@link
 * io.weir.provider.aws.apply.AwsStepApplier}.
 */
@NullMarked
package io.weir.provider.aws.apply;

import org.jspecify.annotations.NullMarked;
