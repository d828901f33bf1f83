package io.weir.webhook.review;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import io.weir.api.conversion.OpaqueText;
import io.weir.kernel.kube.TreeSize;
import java.io.IOException;

/** Ends what would take too much memory, or be too deep to be walked, while it is read. */
final class ReviewParser extends JsonParserDelegate {

  /**
   * A copy or a comparison of a tree of a thousand levels may be more than a stack has room for.
   */
  private static final int TREE_DEPTH = 200;

  private long heap;
  private long taken;
  private boolean textOnly;

  /**
   * A parser.
   *
   * @param heap about how many bytes of memory a tree may take
   */
  ReviewParser(JsonParser parser, long heap) {
    super(parser);
    this.heap = heap;
  }

  /**
   * What was read before is not kept.
   *
   * @param bytes about how many the next tree may take
   */
  void beginTree(long bytes) {
    heap = bytes;
    taken = 0;
  }

  /** The value at which it stands, to its end, of which no tree is made. */
  String readText() throws IOException {
    textOnly = true;
    try {
      return OpaqueText.copy(this);
    } finally {
      textOnly = false;
    }
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    if (token != null) {
      taken += textOnly ? length(token) : cost(token);
      if (taken > heap) {
        throw ReviewTooLargeException.ofHeap(heap);
      }
      if (!textOnly && getParsingContext().getNestingDepth() > TREE_DEPTH) {
        throw ReviewTooLargeException.ofDepth(TREE_DEPTH);
      }
    }
    return token;
  }

  private long cost(JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> TreeSize.OBJECT;
      case START_ARRAY -> TreeSize.ARRAY;
      case FIELD_NAME -> TreeSize.MEMBER + (long) currentName().length();
      case VALUE_STRING -> TreeSize.TEXT + (long) getTextLength();
      default -> TreeSize.OTHER;
    };
  }

  private long length(JsonToken token) throws IOException {
    return switch (token) {
      case FIELD_NAME -> currentName().length() + 3L;
      case VALUE_STRING -> getTextLength() + 3L;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> getTextLength() + 1L;
      default -> 1;
    };
  }
}
