package io.weir.sandbox.sweep;

/** What people do to a pool in its life, in this order. */
enum Phase {
  CREATE(3),
  GROW(5),
  SHRINK(2),
  /** Another instance type and a tag, and so another machine in the place of each. */
  CHANGE(2),
  /** A newer Kubernetes: other data, another image, another machine in the place of each. */
  RAISE(2),
  /** What replaces no machine: a lifecycle hook, a process that rests. */
  EQUIP(2),
  /** That taken away again. */
  STRIP(2),
  DELETE(0);

  private final int replicas;

  Phase(int replicas) {
    this.replicas = replicas;
  }

  /** How many machines run at its end. */
  int replicas() {
    return replicas;
  }
}
