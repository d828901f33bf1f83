package io.weir.kernel.kube;

import io.weir.api.GroupKind;
import java.util.Optional;

/** Tells where a kind is served. */
@FunctionalInterface
public interface ResourceLookup {

  /** Where the kind is served now; empty if it is not installed, or not known yet. */
  Optional<Resource> find(GroupKind kind);
}
