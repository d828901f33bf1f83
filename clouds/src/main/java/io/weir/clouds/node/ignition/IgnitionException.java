package io.weir.clouds.node.ignition;

/** A configuration with which a machine does not boot. The message quotes none of it. */
final class IgnitionException extends Exception {
  private static final long serialVersionUID = 1L;

  IgnitionException(String message) {
    super(message);
  }
}
