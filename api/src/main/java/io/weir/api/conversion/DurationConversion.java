package io.weir.api.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GoDuration;
import java.math.BigDecimal;

/**
 * Lengths of time: text as Go writes it, such as {@code 1h0m5s}, in the older version; whole
 * seconds in the stored one.
 */
final class DurationConversion {

  private static final BigDecimal LARGEST = BigDecimal.valueOf(Integer.MAX_VALUE);

  private DurationConversion() {}

  /** Moves a duration into a field of seconds, if it is there. */
  static void toSeconds(ObjectNode from, String name, ObjectNode to, String as) {
    JsonNode text = from.remove(name);
    if (text != null && !text.isNull()) {
      to.put(as, seconds(text.asText(), name));
    }
  }

  /** Moves seconds into a field with a duration, if they are there. */
  static void fromSeconds(ObjectNode from, String name, ObjectNode to, String as) {
    JsonNode seconds = from.remove(name);
    if (seconds != null && !seconds.isNull()) {
      to.put(as, GoDuration.format(seconds.asLong()));
    }
  }

  /** Whole seconds, cut toward zero and at the largest that the stored version can hold. */
  static int seconds(String text, String field) {
    BigDecimal exactly =
        GoDuration.parseSeconds(text)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "%s: \"%s\" is not a duration; write it like 90s, 5m or 1h30m"
                            .formatted(field, text)));
    return exactly.max(LARGEST.negate()).min(LARGEST).intValue();
  }
}
