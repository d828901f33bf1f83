/**
 * What is filled in and refused when an AWS kind is written. Enter at {@link
 * io.weir.provider.aws.admission.AwsAdmissions}. Nothing here asks AWS: what only the cloud knows,
 * such as whether a subnet exists, is reported by a condition later.
 */
@NullMarked
package io.weir.provider.aws.admission;

import org.jspecify.annotations.NullMarked;
