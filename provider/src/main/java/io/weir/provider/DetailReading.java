package io.weir.provider;

import java.util.Optional;

/** What reading a {@link PoolDetail} has shown. */
public sealed interface DetailReading<V> {

  /** Nobody has read it, or what was read stands no more. */
  record Unread<V>() implements DetailReading<V> {}

  /** It was read, or a write's answer told it. */
  record Read<V>(V value) implements DetailReading<V> {}

  /**
   * The last attempt to read it failed.
   *
   * @param why in words for people
   * @param last what was read before and no write has made uncertain
   */
  record Failed<V>(String why, Optional<V> last) implements DetailReading<V> {}
}
