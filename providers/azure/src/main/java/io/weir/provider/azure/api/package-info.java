/**
 * The Azure kinds, v1beta1, as records: views of the fields that pools read. Enter with {@code
 * object.as(AzureMachinePool.class)}. A list, map or object that means the same absent and empty is
 * never null here; where a field may be absent and that matters, it is marked nullable. Writing
 * goes through JSON trees. A number that may also be a text ({@code maxSurge: 25%}) stays JSON:
 * whoever needs the value must be able to say which field is wrong.
 */
@NullMarked
package io.weir.provider.azure.api;

import org.jspecify.annotations.NullMarked;
