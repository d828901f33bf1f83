package io.weir.provider;

/** Whether an instance is as its pool's instances would be made now. */
public enum Freshness {
  /** It is. */
  CURRENT,
  /** It is not, so that a roll replaces it. */
  OUTDATED,
  /** Nothing tells: it is not replaced for that. */
  UNKNOWN
}
