package io.weir.api;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The one way Weir reads and writes JSON. */
public final class Json {

  /** Ignores what a record does not name; null for an absent list or object stays null. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .nodeFactory(new CompactNodeFactory())
          .build();

  private Json() {}
}
