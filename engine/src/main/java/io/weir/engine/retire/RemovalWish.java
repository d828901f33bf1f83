package io.weir.engine.retire;

/** What somebody has said about the removal of one instance by name, the strongest last. */
public enum RemovalWish {
  /** Nothing. */
  NONE,
  /** It is to be preferred when the pool shrinks. Nobody leaves for that alone. */
  PREFERRED,
  /** The autoscaler has emptied its Node, and lowers the size. */
  EMPTIED,
  /** Its Machine was deleted: it is to go. */
  DELETED
}
