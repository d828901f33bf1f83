package io.weir.manager.objects;

import io.weir.api.ObjectKey;
import io.weir.engine.watch.WatchFilter;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;

/**
 * Passes for those objects only that are left to this manager; what has to be tidied of one that is
 * gone is.
 *
 * @param filter which objects these are
 * @param cache where the objects are
 * @param reconciler makes the passes
 */
public record FilteredReconciler(WatchFilter filter, ObjectCache cache, Reconciler reconciler)
    implements Reconciler {

  @Override
  public Requeue reconcile(ObjectKey key) throws Exception {
    return cache.get(key).map(filter::admits).orElse(true)
        ? reconciler.reconcile(key)
        : Requeue.done();
  }
}
