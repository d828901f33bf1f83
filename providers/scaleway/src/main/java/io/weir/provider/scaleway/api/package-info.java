/**
 * The Scaleway kinds, v1alpha2, as records: views of the fields that pools read. Enter with {@code
 * object.as(ScalewayManagedMachinePool.class)}. A list, map or object that means the same absent
 * and empty is never null here; where a field may be absent and that matters, it is marked
 * nullable. Writing goes through JSON trees, which must hold no empty objects: the schema refuses
 * them.
 */
@NullMarked
package io.weir.provider.scaleway.api;

import org.jspecify.annotations.NullMarked;
