package io.weir.provider;

import java.util.Optional;

/** What reading a {@link PoolDetail} has shown. */
public sealed interface PerPoolRead<V> {

  /** It has not been read, or what was read no longer holds. */
  record Unread<V>() implements PerPoolRead<V> {}

  /** It was read, or a write's answer told it. */
  record Read<V>(V value) implements PerPoolRead<V> {}

  /**
   * The last attempt to read it failed.
   *
   * @param why in words for people
   * @param last what was read before and no write has made uncertain
   */
  record Failed<V>(String why, Optional<V> last) implements PerPoolRead<V> {}
}
