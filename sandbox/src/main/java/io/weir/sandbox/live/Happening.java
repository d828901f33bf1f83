package io.weir.sandbox.live;

import io.weir.api.ApiObject;

/** Something that the view has to take in. */
sealed interface Happening {
  /** A pool is as it is now. */
  record Pool(PoolRow pool) implements Happening {}

  /** A pool is gone. */
  record PoolGone(PoolRow pool) implements Happening {}

  /** A Node is as it is now. */
  record Node(NodeRow node) implements Happening {}

  /** A Node is gone. */
  record NodeGone(String name) implements Happening {}

  /** An Event of the API server was written, or counted up. */
  record Event(ApiObject event) implements Happening {}

  /** Somebody else has something to tell. */
  record Told(News news) implements Happening {}

  /** The manager's process has ended. */
  record ManagerEnded() implements Happening {}

  /** The sandbox is being stopped. */
  record Stopping() implements Happening {}
}
