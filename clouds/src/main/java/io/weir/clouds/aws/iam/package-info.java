/**
 * Who may do what: an identity-based policy, and what each call needs of one. Enter at {@link
 * io.weir.clouds.aws.iam.AccessPolicy}. What a resource's tags are belongs to the services.
 */
@NullMarked
package io.weir.clouds.aws.iam;

import org.jspecify.annotations.NullMarked;
