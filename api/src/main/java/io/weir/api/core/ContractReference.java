package io.weir.api.core;

import io.weir.api.GroupKind;

/**
 * Names an object of another kind in the same namespace. The version is left open: the reader looks
 * it up in the contract labels of the kind's CRD.
 *
 * @param apiGroup API group
 * @param kind kind, in CamelCase
 * @param name metadata.name
 */
public record ContractReference(String apiGroup, String kind, String name) {

  /** Group and kind together. */
  public GroupKind groupKind() {
    return new GroupKind(apiGroup, kind);
  }
}
