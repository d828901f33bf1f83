package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.provider.PoolKind;

/** The finalizer of a pool kind, and those of Cluster API's own provider that it replaces. */
final class PoolFinalizers {

  private PoolFinalizers() {}

  /** Whether the pool may have something in the cloud. */
  static boolean hasFinalizer(ApiObject pool, PoolKind kind) {
    return pool.hasFinalizer(kind.finalizer())
        || kind.formerFinalizers().stream().anyMatch(pool::hasFinalizer);
  }

  static void add(ObjectNode tree, PoolKind kind) {
    MetadataEdits.addFinalizer(tree, kind.finalizer());
    kind.formerFinalizers().forEach(former -> MetadataEdits.removeFinalizer(tree, former));
  }

  static void remove(ObjectNode tree, PoolKind kind) {
    MetadataEdits.removeFinalizer(tree, kind.finalizer());
    kind.formerFinalizers().forEach(former -> MetadataEdits.removeFinalizer(tree, former));
  }
}
