package io.weir.sandbox.sweep;

import java.util.List;

/** What people do to a pool in its lifecycle, in this order. */
enum LifecyclePhase {
  CREATE(3),
  GROW(5),
  SHRINK(2),
  /** Another instance type and a tag, and so another machine in the place of each. */
  CHANGE(2),
  /** A newer Kubernetes: other data, another image, another machine in the place of each. */
  UPGRADE(2),
  /** What replaces no machine: a lifecycle hook, a process that rests. */
  CHANGE_IN_PLACE(2),
  /** That taken away again. */
  REVERT_IN_PLACE(2),
  DELETE(0);

  /** A short lifecycle, for what happens when machines leave. */
  static final List<LifecyclePhase> IN_WHICH_MACHINES_LEAVE =
      List.of(CREATE, SHRINK, CHANGE, DELETE);

  private final int replicas;

  LifecyclePhase(int replicas) {
    this.replicas = replicas;
  }

  /** How many machines run at its end. */
  int replicas() {
    return replicas;
  }
}
