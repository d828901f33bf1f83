package io.weir.cli;

import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.stream.Stream;

/** Says of a failure what a person can do about it, where its own message does not. */
final class FailureRemedies {
  private static final String FULL = "no space left on device";
  private static final int CAUSES_FOLLOWED = 10;

  private FailureRemedies() {}

  /** The failure in words. */
  static String messageFor(Throwable failure) {
    if (causes(failure).anyMatch(FailureRemedies::diskFull)) {
      return "the disk is full: free some space for the cache (~/.cache/weir unless WEIR_CACHE is"
          + " set), or set WEIR_CACHE to another directory";
    }
    String message = failure.getMessage();
    if (failure instanceof FileSystemException file) {
      String why = file.getReason() == null ? file.getClass().getSimpleName() : file.getReason();
      return "cannot use %s (%s): make it writable for this user, or set WEIR_CACHE to another directory"
          .formatted(file.getFile(), why);
    }
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
        .limit(CAUSES_FOLLOWED);
  }

  private static boolean diskFull(Throwable failure) {
    String message = failure.getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains(FULL);
  }
}
