package io.weir.webhook.http;

import java.io.IOException;

/** There is no place for a request; the message tells the caller which. */
final class BusyException extends IOException {
  private static final long serialVersionUID = 1L;

  BusyException(String message) {
    super(message);
  }
}
