/**
 * The Oracle Cloud kinds, v1beta2, as records: views of the fields that pools read. Enter with
 * {@code object.as(OciManagedMachinePool.class)}. A list, map or object that means the same absent
 * and empty is never null here.
 */
@NullMarked
package io.weir.provider.oci.api;

import org.jspecify.annotations.NullMarked;
