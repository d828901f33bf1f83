package io.weir.manager.drain;

import io.weir.api.ObjectKey;

/** The controller of the pools whose Nodes are drained. Calls must be quick. */
public interface DrainListener {

  /** Whether there still is this pool. Without it nobody asks for its drains, which end then. */
  boolean exists(DrainingPool pool);

  /** There is news for the next pass of the pool. */
  void progressed(ObjectKey pool);

  /** A Node was cordoned. */
  void started(ObjectKey pool, String node);

  /** Nothing is left on a Node that is waited for; the message says how that came. */
  void drained(ObjectKey pool, String node, String message);

  /** The time for it was over. */
  void timedOut(ObjectKey pool, String node, String message);
}
