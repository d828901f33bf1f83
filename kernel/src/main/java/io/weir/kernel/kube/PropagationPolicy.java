package io.weir.kernel.kube;

/** What happens to the dependents of a deleted object. */
public enum PropagationPolicy {
  /** The garbage collector removes them afterwards. */
  BACKGROUND("Background"),
  /** The object stays until they are gone. */
  FOREGROUND("Foreground"),
  /** They stay, without an owner. */
  ORPHAN("Orphan");

  private final String wire;

  PropagationPolicy(String wire) {
    this.wire = wire;
  }

  String apiValue() {
    return wire;
  }
}
