package io.weir.kernel.kube;

/** The part of an object that a patch addresses. */
public enum Subresource {
  /** The object without its status. */
  MAIN(""),
  /** The status alone. */
  STATUS("/status");

  private final String path;

  Subresource(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }
}
