package io.weir.webhook.review;

import java.io.IOException;

/** What came is no review that can be answered; the message tells the caller why. */
public final class BadReview extends IOException {
  private static final long serialVersionUID = 1L;

  BadReview(String message) {
    super(message);
  }
}
