package io.weir.provider;

/** Who does something about the instances of a pool. */
public enum Actor {
  /** Weir, one instance at a time. */
  WEIR,
  /** The cloud, by its own rules. */
  CLOUD
}
