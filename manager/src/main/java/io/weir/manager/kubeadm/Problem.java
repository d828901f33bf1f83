package io.weir.manager.kubeadm;

/**
 * Why there is no data, or none that is up to date.
 *
 * @param kind which condition it belongs to
 * @param message for people: the object, the field, the remedy; the same for the same trouble
 */
record Problem(Kind kind, String message) {

  /** What kind of trouble. */
  enum Kind {
    /** The Cluster or its infrastructure is not there yet. */
    CLUSTER,
    /** No API server can be joined now. */
    CONTROL_PLANE,
    /** The CA is missing or cannot be read. */
    CERTIFICATES,
    /** What was asked for cannot be rendered or stored. */
    DATA
  }
}
