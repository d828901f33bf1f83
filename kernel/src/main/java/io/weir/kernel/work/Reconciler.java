package io.weir.kernel.work;

import io.weir.api.ObjectKey;

/** Brings what a key names nearer to what is wanted. */
@FunctionalInterface
public interface Reconciler {

  /**
   * One pass. Never runs twice at a time for one key; may be stopped or repeated at any point.
   *
   * @throws Exception is treated as a back-off with the exception's message
   */
  Requeue reconcile(ObjectKey key) throws Exception;
}
