package io.weir.api.conversion;

import io.weir.api.GroupKind;
import java.util.Optional;

/**
 * Which version of a kind a reference of the older contract names. References of v1beta2 carry no
 * version, those of v1beta1 do; the labels of the kind's definition tell it.
 */
@FunctionalInterface
public interface ContractVersions {

  /**
   * The newest version that the kind serves for a contract we know.
   *
   * @return without the group; empty if the definition is absent or has no such label, which must
   *     not make a conversion fail
   */
  Optional<String> versionOf(GroupKind kind);
}
