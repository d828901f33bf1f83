package io.weir.kernel.kube;

import java.io.IOException;

/** An answer has more bytes than the caller takes, and was not read to its end. */
@SuppressWarnings("serial") // never serialised
final class AnswerTooLargeException extends IOException {

  AnswerTooLargeException(int limit) {
    super("the response has more than " + limit + " bytes");
  }
}
