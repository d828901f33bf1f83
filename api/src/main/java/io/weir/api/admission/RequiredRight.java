package io.weir.api.admission;

import io.weir.api.GroupKind;

/**
 * A right in the namespace of an object that whoever writes the object must have themselves, as
 * Weir does on their behalf what it is for.
 *
 * @param field path of the field that asks for it, for example {@code spec.resources[0]}
 * @param kind whose objects Weir is to write
 * @param verb as in RBAC, for example {@code create}
 */
public record RequiredRight(String field, GroupKind kind, String verb) {}
