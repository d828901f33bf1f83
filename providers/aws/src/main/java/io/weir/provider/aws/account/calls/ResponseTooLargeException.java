package io.weir.provider.aws.account.calls;

import java.io.IOException;

/** An answer was not read to its end, as it is larger than the manager has room for. */
final class ResponseTooLargeException extends IOException {
  private static final long serialVersionUID = 1L;

  ResponseTooLargeException(ResponseLimit limit) {
    super("the response is larger than fits (%s)".formatted(limit));
  }
}
