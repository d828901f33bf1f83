package io.weir.provider;

import java.time.Duration;

/** A question to the cloud whose answer pools share; a record, so that equal questions are one. */
public interface Query {

  /** How long an answer may be used. */
  Duration freshFor();
}
