package io.weir.clouds.node.cloudinit;

/**
 * An undefined template variable, which prints as the marker that cloud-init leaves in its place.
 */
record MissingVariable(String name) {
  static final String PREFIX = "CI_MISSING_JINJA_VAR/";

  @Override
  public String toString() {
    return PREFIX + name;
  }
}
