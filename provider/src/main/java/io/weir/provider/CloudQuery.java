package io.weir.provider;

import java.time.Duration;

/**
 * A question to the cloud whose answer is shared between pools; a record, so that equal queries are
 * asked once.
 */
public interface CloudQuery {

  /** How long an answer may be used. */
  Duration maxAge();
}
