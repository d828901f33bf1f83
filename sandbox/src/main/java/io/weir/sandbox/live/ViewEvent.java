package io.weir.sandbox.live;

import io.weir.api.ApiObject;

/** Something that the view has to take in. */
sealed interface ViewEvent {
  /** A pool is as it is now. */
  record PoolChanged(PoolRow pool) implements ViewEvent {}

  /** A pool is gone. */
  record PoolGone(PoolRow pool) implements ViewEvent {}

  /** A Node is as it is now. */
  record NodeChanged(NodeRow node) implements ViewEvent {}

  /** A Node is gone. */
  record NodeGone(String name) implements ViewEvent {}

  /** An Event of the API server was written, or counted up. */
  record KubernetesEvent(ApiObject event) implements ViewEvent {}

  /** Somebody else has something to tell. */
  record ActivityAdded(ActivityEntry entry) implements ViewEvent {}

  /** The manager's process has ended. */
  record ManagerEnded() implements ViewEvent {}

  /** The sandbox is being stopped. */
  record Stopping() implements ViewEvent {}
}
