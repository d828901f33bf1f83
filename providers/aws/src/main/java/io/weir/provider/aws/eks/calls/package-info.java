/**
 * How node groups and their roles are read and written. Enter at {@link
 * io.weir.provider.aws.eks.calls.EksObserver} and {@link
 * io.weir.provider.aws.eks.calls.EksStepApplier}.
 */
@NullMarked
package io.weir.provider.aws.eks.calls;

import org.jspecify.annotations.NullMarked;
