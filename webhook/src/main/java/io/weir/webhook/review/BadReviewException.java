package io.weir.webhook.review;

import java.io.IOException;

/** What came is no review that can be answered; the message tells the caller why. */
public final class BadReviewException extends IOException {
  private static final long serialVersionUID = 1L;

  BadReviewException(String message) {
    super(message);
  }
}
