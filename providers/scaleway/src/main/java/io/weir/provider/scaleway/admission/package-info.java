/**
 * What a write of the Scaleway kinds may hold beyond their schema. Enter at {@link
 * io.weir.provider.scaleway.admission.ScalewayAdmissions}. Nothing here asks Scaleway: what only
 * the cloud knows, such as which node types a zone has, its answers tell.
 */
@org.jspecify.annotations.NullMarked
package io.weir.provider.scaleway.admission;
