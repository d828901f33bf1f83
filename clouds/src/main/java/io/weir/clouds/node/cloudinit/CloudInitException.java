package io.weir.clouds.node.cloudinit;

/** User data that cloud-init would warn about and ignore. Its message quotes none of the data. */
final class CloudInitException extends Exception {
  private static final long serialVersionUID = 1L;

  CloudInitException(String message) {
    super(message);
  }
}
