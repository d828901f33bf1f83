package io.weir.api.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.Set;

/** Converts the objects of one kind between its served versions. Pure; safe for concurrent use. */
public interface Conversion {

  /** The kind whose objects it converts. */
  GroupKind kind();

  /** The versions between which it converts, without their group. */
  Set<String> versions();

  /**
   * The same object in another version. Accepts partial objects, since the API server also converts
   * what a field manager owns: any part may be absent.
   *
   * @param object in any served version; not changed. Of its metadata only texts and annotations
   *     are there to be looked at: the rest, and what is deeper than any field, may be nodes that
   *     hold text ({@link ConvertibleTree})
   * @param version the wanted version without its group, for example {@code v1beta1}
   * @param contracts which versions the kinds of references have
   * @return a tree of the caller's own
   * @throws IllegalArgumentException with a message for people, if the kind does not have the
   *     version that is wanted or given, or the object has a value that only looks like the field's
   *     type, such as {@code soon} for a duration
   */
  ObjectNode convert(ObjectNode object, String version, ContractVersions contracts);
}
