package io.weir.webhook.review;

import java.io.IOException;

/** What came would take more memory than a review gets; the message tells the caller so. */
public final class ReviewTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  ReviewTooLargeException(long heap) {
    super(
        "an object is too large to be reviewed: it has more fields and text than fit into %d MB"
            .formatted(heap >> 20));
  }
}
