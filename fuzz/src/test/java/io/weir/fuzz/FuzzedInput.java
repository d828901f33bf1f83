package io.weir.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.nio.charset.StandardCharsets;

/**
 * What an input is: a text, which people write as well as the fuzzer, or choices of a generator.
 * The last byte tells, so that what ends in a newline, as editors write it, is a text.
 */
final class FuzzedInput {

  private FuzzedInput() {}

  /** Whether the rest of the input is a text. */
  static boolean isText(FuzzedDataProvider data) {
    return !data.consumeBoolean();
  }

  /** The rest of the input. */
  static String text(FuzzedDataProvider data) {
    return new String(data.consumeRemainingAsBytes(), StandardCharsets.UTF_8);
  }
}
