package io.weir.webhook.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.weir.api.conversion.OpaqueText;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** How reviews are read and written: all that an API server takes, and not more. */
public final class ReviewJson {

  /** An API server takes requests of 3 MB. */
  private static final int LONGEST_TEXT = 3 << 20;

  private static final int KEPT_BUFFERS = 4;

  static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(OpaqueText.DEPTH)
                          .maxStringLength(LONGEST_TEXT)
                          .maxNameLength(LONGEST_TEXT)
                          .build())
                  .streamWriteConstraints(
                      StreamWriteConstraints.builder().maxNestingDepth(OpaqueText.DEPTH).build())
                  // Names would be kept for later requests, however long they are.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  // Threads come and go with requests; what they keep would not.
                  .recyclerPool(JsonRecyclerPools.newBoundedPool(KEPT_BUFFERS))
                  .build())
          .build();

  private ReviewJson() {}

  /**
   * A whole review; a missing node if there is nothing.
   *
   * @param heap about how many bytes of memory it may take
   * @throws IOException if it is not JSON, or too large
   */
  public static JsonNode read(InputStream review, long heap) throws IOException {
    try (ReviewParser parser = parser(review, heap)) {
      @Nullable JsonNode tree = MAPPER.readTree(parser);
      return tree == null ? MAPPER.missingNode() : tree;
    }
  }

  /** The answer as it is sent. */
  public static byte[] write(JsonNode answer) throws IOException {
    return MAPPER.writeValueAsBytes(answer);
  }

  static ReviewParser parser(InputStream review, long heap) throws IOException {
    var parser = new ReviewParser(MAPPER.createParser(review), heap);
    parser.setCodec(MAPPER);
    return parser;
  }
}
