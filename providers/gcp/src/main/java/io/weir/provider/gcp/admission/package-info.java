/**
 * What a write of the Google Cloud kinds may hold beyond their schema, and by the same rules what a
 * pool may be made of. Enter at {@link io.weir.provider.gcp.admission.GcpAdmissions} and {@link
 * io.weir.provider.gcp.admission.PoolRules}. Nothing here asks Google Cloud.
 */
@NullMarked
package io.weir.provider.gcp.admission;

import org.jspecify.annotations.NullMarked;
