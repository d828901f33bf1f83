package io.weir.sandbox;

import java.io.IOException;
import java.util.List;

/** The sandbox could not be started or used; the message tells a person why. */
public final class SandboxException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * A failure.
   *
   * @param what what is wrong
   * @param log what a process said last; empty for nothing
   */
  public SandboxException(String what, List<String> log) {
    super(log.isEmpty() ? what : what + "; last log lines:\n  " + String.join("\n  ", log));
  }
}
