package io.weir.engine.retire;

/** Whether a member is as it would be made now. */
public enum MemberFreshness {
  /** It is. */
  CURRENT,
  /** It is not. */
  OUTDATED,
  /** Nobody can tell now: it is not rolled, and what was begun because of it is kept. */
  UNKNOWN
}
