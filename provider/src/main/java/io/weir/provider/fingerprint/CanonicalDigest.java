package io.weir.provider.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.api.Digest;

/**
 * A digest of data, equal for equal data whatever the order of its fields and map entries. Absent
 * and empty values count for nothing, so that a component added later does not change the digest of
 * what lacks it; a component that gets another name does.
 */
public final class CanonicalDigest {

  private static final JsonMapper CANONICAL =
      JsonMapper.builder()
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
          .build();

  private CanonicalDigest() {}

  /** SHA-256 in hex of a record of texts, numbers, lists, maps and records. */
  public static String of(Object data) {
    try {
      return Digest.sha256(CANONICAL.writeValueAsString(data));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a record of texts and numbers is JSON", impossible);
    }
  }
}
