/**
 * Cluster and MachinePool, v1beta2, as records: views of the fields that Weir reads. Enter with
 * {@code object.as(MachinePool.class)}. An object or list that means the same absent and empty is
 * never null here; where a field may be absent and that matters, it is marked nullable. Writing
 * goes through JSON trees, so nothing here is ever turned back into an object.
 */
@NullMarked
package io.weir.api.core;

import org.jspecify.annotations.NullMarked;
