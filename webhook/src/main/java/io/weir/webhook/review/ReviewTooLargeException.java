package io.weir.webhook.review;

import java.io.IOException;

/**
 * What came would take more memory or stack than a review gets; the message tells the caller so.
 */
public final class ReviewTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  private ReviewTooLargeException(String message) {
    super(message);
  }

  static ReviewTooLargeException ofHeap(long heap) {
    return new ReviewTooLargeException(
        "an object is too large to be reviewed: it has more fields and text than fit into %d MB"
            .formatted(heap >> 20));
  }

  static ReviewTooLargeException ofDepth(int depth) {
    return new ReviewTooLargeException(
        "an object is too deep to be reviewed: it is nested more than %d deep".formatted(depth));
  }
}
