package io.weir.webhook.review;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;

/**
 * Ends a tree that would take too much memory while it is read. Its text says little about that: an
 * empty object is three bytes of it, and thirty times as many in memory.
 */
final class ReviewParser extends JsonParserDelegate {

  private static final int OBJECT = 80;
  private static final int ARRAY = 100;
  private static final int FIELD = 112;
  private static final int TEXT = 64;
  private static final int OTHER = 24;

  private final long heap;
  private long taken;

  /**
   * A parser.
   *
   * @param heap about how many bytes of memory a tree may take
   */
  ReviewParser(JsonParser parser, long heap) {
    super(parser);
    this.heap = heap;
  }

  /** What was read before is not kept. */
  void beginTree() {
    taken = 0;
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    if (token != null) {
      taken += cost(token);
      if (taken > heap) {
        throw new ReviewTooLargeException(heap);
      }
    }
    return token;
  }

  private long cost(JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> OBJECT;
      case START_ARRAY -> ARRAY;
      case FIELD_NAME -> FIELD + (long) currentName().length();
      case VALUE_STRING -> TEXT + (long) getTextLength();
      default -> OTHER;
    };
  }
}
