package io.weir.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import io.weir.bootstrap.yaml.RandomText;
import java.nio.charset.StandardCharsets;

/** Texts of any characters, of pieces that break careless writers, and long ones. */
final class FuzzedText {

  private static final int SHORT = 40;
  private static final int LONG = 20_000;

  private FuzzedText() {}

  /** A text that may be empty, as it can stand in a JSON document. */
  static String of(FuzzedDataProvider data) {
    return switch (data.consumeInt(0, 3)) {
      case 0 -> RandomText.of(new FuzzedRandom(data), 8);
      case 1 -> unicode(data.consumeAsciiString(SHORT));
      case 2 -> unicode(data.consumeString(SHORT));
      default -> RandomText.of(new FuzzedRandom(data), 2) + unicode(data.consumeString(SHORT));
    };
  }

  /** A short text again and again, up to 20,000 characters. */
  static String repeated(FuzzedDataProvider data) {
    String piece = of(data);
    int most = LONG / Math.max(1, piece.length());
    return piece.repeat(data.consumeInt(0, most));
  }

  /** Halves of characters, which no document can hold, become question marks. */
  static String unicode(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
