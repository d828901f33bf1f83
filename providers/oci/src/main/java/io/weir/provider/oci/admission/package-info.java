/**
 * What a write of the Oracle Cloud kinds may hold beyond their schema, and what is filled in. Enter
 * at {@link io.weir.provider.oci.admission.OciAdmissions}. Nothing here asks Oracle Cloud: what
 * only the cloud knows, such as which shapes a region has, its answers tell.
 */
@NullMarked
package io.weir.provider.oci.admission;

import org.jspecify.annotations.NullMarked;
