package io.weir.manager.infrapool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Metadata;
import io.weir.provider.PoolKind;

/** The finalizer of a pool kind, and those of earlier releases that it takes the place of. */
final class Finalizers {

  private Finalizers() {}

  /** Whether the pool may have something in the cloud. */
  static boolean on(ApiObject pool, PoolKind kind) {
    return pool.hasFinalizer(kind.finalizer())
        || kind.former().stream().anyMatch(pool::hasFinalizer);
  }

  static void hold(ObjectNode tree, PoolKind kind) {
    Metadata.addFinalizer(tree, kind.finalizer());
    kind.former().forEach(former -> Metadata.removeFinalizer(tree, former));
  }

  static void release(ObjectNode tree, PoolKind kind) {
    Metadata.removeFinalizer(tree, kind.finalizer());
    kind.former().forEach(former -> Metadata.removeFinalizer(tree, former));
  }
}
